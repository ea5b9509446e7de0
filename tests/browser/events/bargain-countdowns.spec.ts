import type { Locator } from '@playwright/test';
import pg from 'pg';
import { DAY_MS, moveClock } from '../../support/shop-days.ts';
import type { TestEnvironment } from '../../support/environment.ts';
import { clocksOf } from '../../support/browser/clocks.ts';
import { signIn, want, type Shopper } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/private-environment.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';

// Asked here is what the numbers say, not how they move.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
// They move the shop's clock, one after another.
test.describe.configure({ mode: 'serial' });

const BARGAIN = '/miniflix/activity/bargainirg';
const HOUR_MS = 3_600_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  day: DAY_MS,
  hour: HOUR_MS,
  minute: 60_000,
  second: 1_000,
};
/** Two units of a time are shown, the smaller one an hour at most; the rest is for slow machines. */
const ABOUT_MS = 1.25 * HOUR_MS;

test.afterEach(async ({ environment }) => moveClock(environment, 0));

for (const [how, days] of [
  ['slow', -1],
  ['fast', 1],
] as const) {
  test(`[F07, S10, S01] coupon, event and day count by the server’s clock where the browser’s is a day ${how}, and each turns the page as it ends`, async ({
    page,
    environment,
  }) => {
    const shopper = await signIn(page, MINIFLIX);
    const shop = clocksOf(page, environment);
    const info = () =>
      want(shopper.clientAt(shop.offsetMs()).call('bargainInfo', { country: 'US' }));
    // Noon of a day that is not today: no boundary is near.
    await shop.setOut((Math.floor(Date.now() / DAY_MS) + 1.5) * DAY_MS, days * DAY_MS);
    await info();
    await shortenCoupon(environment, shopper, 2 * DAY_MS + 5.5 * HOUR_MS);
    const { ends_at, server_day_ends_at, coupon } = await info();
    const couponEndsAt = coupon?.expires_at ?? 0;

    await page.goto(BARGAIN);
    const timer = (words: string) => page.getByRole('timer').filter({ hasText: words });
    const [event, ticket, day] = [timer('Ends in'), timer('Expires in'), timer('New in')];
    await expectLeft(event, () => ends_at - shop.now());
    await expectLeft(ticket, () => couponEndsAt - shop.now());
    await expectLeft(day, () => server_day_ends_at - shop.now());

    await test.step('they go down by the second, and by hours that pass', async () => {
      await expect(day).toContainText(/\d\d:\d\d:\d\d/);
      const before = await secondsOn(day);
      await expect.poll(() => secondsOn(day)).toBeLessThan(before - 2);
      await shop.pass(3 * HOUR_MS);
      await expectLeft(event, () => ends_at - shop.now());
      await expectLeft(ticket, () => couponEndsAt - shop.now());
      await expectLeft(day, () => server_day_ends_at - shop.now());
    });

    await test.step('a new day: its tasks are there again', async () => {
      await page.getByRole('radio', { name: /^Hero’s hoard/ }).check();
      const claim = page.getByRole('button', { name: 'Claim $0.60 off' });
      await claim.click();
      // Claimed, not only on its way: what comes a day late is the next day's.
      await expect(page.getByRole('button', { name: 'Spin for less' })).toBeVisible();
      await shop.pass(server_day_ends_at - shop.now() - 3_000);
      await expect(claim).toBeVisible();
      await expectLeft(day, () => server_day_ends_at + DAY_MS - shop.now());
    });

    await test.step('the coupon is over: another one is drawn, by a page that was too early at first', async () => {
      const told = page.getByRole('alertdialog', { name: /^Your coupon: \$\d\.\d0 off$/ });
      await expect(told).toBeHidden();
      // Its clock has gained ten seconds on the server's: it asks, hears that the coupon lives, and waits.
      await shop.pass(couponEndsAt - shop.now() - 5_000, 10_000);
      await expect(told).toBeVisible();
      await told.getByRole('button', { name: 'Great' }).click();
      expect((await info()).coupon?.expires_at).toBe(ends_at);
      await expectLeft(ticket, () => ends_at - shop.now());
      await expect(page.getByRole('button', { name: 'Choose a pack first' })).toBeVisible();
    });

    await test.step('the event is over', async () => {
      await shop.pass(ends_at - shop.now() - 3_000);
      await expect(page.getByText('Not within activity time')).toBeVisible();
      await expect(page.getByRole('timer')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'To the shop' })).toBeVisible();
    });
  });
}

/** What a reader hears says so much, to the unit that is shown. */
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

/** What a clock on the page shows, in seconds. */
async function secondsOn(timer: Locator): Promise<number> {
  const text = (await timer.textContent()) ?? '';
  const [, hours, minutes, seconds] = /(\d\d):(\d\d):(\d\d)/.exec(text) ?? [];
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** The seeds' coupons last as long as their event; this one ends before. */
async function shortenCoupon(
  environment: TestEnvironment,
  { serverId, cid }: Shopper,
  ms: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: environment.databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `update bargain_coupons b set expires_at = issued_at + $3 * interval '1 ms' from players p
        where p.id = b.player_id and p.project = $4 and p.server_id = $1 and p.cid = $2`,
      [serverId, cid, ms, MINIFLIX.code],
    );
    if (rowCount !== 1) throw new Error('there is no such coupon');
  } finally {
    await client.end();
  }
}
