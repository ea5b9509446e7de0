import type { Locator } from '@playwright/test';
import { DAY_MS, moveClock } from '../../support/shop-days.ts';
import { type Shopper, signIn, want } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { oneRow } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';
import { clocksOf, ownShopTest as test } from '../../support/browser/own-shops.ts';

test.describe.configure({ mode: 'serial' });

const BARGAIN = '/miniflix/activity/bargainirg';
const HOUR_MS = 3_600_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  day: DAY_MS,
  hour: HOUR_MS,
  minute: 60_000,
  second: 1_000,
};
/** A countdown shows two units, the smaller one an hour at most. */
const ABOUT_MS = 1.25 * HOUR_MS;

test.afterEach(async ({ environment }) => moveClock(environment, 0));

test('[F07, S10, S01] coupon, event and day countdowns follow the server clock in a browser a day fast, and update the page at their end @full', async ({
  page,
  environment,
}) => {
  const shopper = await signIn(page);
  const shop = clocksOf(page, environment);
  const info = () => want(shopper.clientAt(shop.offsetMs()).call('bargainInfo', { country: 'US' }));
  // Noon of another day: no boundary is near.
  await shop.setOut((Math.floor(Date.now() / DAY_MS) + 1.5) * DAY_MS, DAY_MS);
  await info();
  await shortenCoupon(shopper, 2 * DAY_MS + 5.5 * HOUR_MS);
  const { ends_at, server_day_ends_at, coupon } = await info();
  const couponEndsAt = coupon?.expires_at ?? 0;

  await page.goto(BARGAIN);
  const timer = (words: string) => page.getByRole('timer').filter({ hasText: words });
  const [event, ticket, day] = [timer('Ends in'), timer('Expires in'), timer('Resets in')];
  await expectLeft(event, () => ends_at - shop.now());
  await expectLeft(ticket, () => couponEndsAt - shop.now());
  await expectLeft(day, () => server_day_ends_at - shop.now());

  await test.step('countdowns tick by the second and follow passed hours', async () => {
    await expect(day).toContainText(/\d\d:\d\d:\d\d/);
    const before = await secondsOn(day);
    await expect.poll(() => secondsOn(day)).toBeLessThan(before - 2);
    await shop.pass(3 * HOUR_MS);
    await expectLeft(event, () => ends_at - shop.now());
    await expectLeft(ticket, () => couponEndsAt - shop.now());
    await expectLeft(day, () => server_day_ends_at - shop.now());
  });

  await test.step('a new day offers its tasks again', async () => {
    await page.getByRole('radio', { name: /^Hero’s hoard/ }).check();
    const claim = page.getByRole('button', { name: 'Claim $0.60 off' });
    await claim.click();
    // The claim must be stored before the day ends.
    await expect(page.getByRole('button', { name: 'Spin for less' })).toBeVisible();
    await shop.pass(server_day_ends_at - shop.now() - 3_000);
    await expect(claim).toBeVisible();
    await expectLeft(day, () => server_day_ends_at + DAY_MS - shop.now());
  });

  await test.step('an expired coupon is replaced, also when the page asks too early', async () => {
    const told = page.getByRole('alertdialog', { name: /^Your coupon: \$\d\.\d0 off$/ });
    await expect(told).toBeHidden();
    // The page's clock runs ten seconds ahead: its first request comes too early.
    await shop.pass(couponEndsAt - shop.now() - 5_000, 10_000);
    await expect(told).toBeVisible();
    await told.getByRole('button', { name: 'Great' }).click();
    expect((await info()).coupon?.expires_at).toBe(ends_at);
    await expectLeft(ticket, () => ends_at - shop.now());
    await expect(page.getByRole('button', { name: 'Choose a pack first' })).toBeVisible();
  });

  await test.step('the event ends', async () => {
    await shop.pass(ends_at - shop.now() - 3_000);
    await expect(page.getByText('Not within activity time')).toBeVisible();
    await expect(page.getByRole('timer')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Go to shop' })).toBeVisible();
  });
});

async function expectLeft(timer: Locator, leftMs: () => number): Promise<void> {
  const apart = async () => Math.abs((await leftOn(timer)) - leftMs());
  await expect.poll(apart).toBeLessThan(ABOUT_MS);
}

async function leftOn(timer: Locator): Promise<number> {
  const text = (await timer.textContent()) ?? '';
  const parts = [...text.matchAll(/(\d+) (day|hour|minute|second)/g)];
  if (parts.length === 0) throw new Error(`no time in: ${text}`);
  return parts.reduce((sum, [, n, unit]) => sum + Number(n) * (UNIT_MS[unit ?? ''] ?? 0), 0);
}

async function secondsOn(timer: Locator): Promise<number> {
  const text = (await timer.textContent()) ?? '';
  const [, hours, minutes, seconds] = /(\d\d):(\d\d):(\d\d)/.exec(text) ?? [];
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** Shortens a coupon: seeded coupons last as long as their event. */
async function shortenCoupon({ serverId, cid }: Shopper, ms: number): Promise<void> {
  await oneRow(
    `update bargain_coupons b set expires_at = issued_at + $3 * interval '1 ms' from players p
      where p.id = b.player_id and p.project = $4 and p.server_id = $1 and p.cid = $2`,
    [serverId, cid, ms, MINIFLIX.code],
  );
}
