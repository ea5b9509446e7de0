import type { Page } from '@playwright/test';
import { DAY_MS, moveClock } from '../../support/shop-days.ts';
import type { TestEnvironment } from '../../support/environment.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { CARDS, payByCard } from '../../support/browser/checkout.ts';
import { signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { mailsOf } from '../../support/browser/sandbox.ts';
import { expect } from '../../support/browser/test.ts';
import { ownShopTest as test } from '../../support/browser/own-shops.ts';

const BARGAIN = '/miniflix/activity/bargainirg';
const PRIZE = /^You won /;

test('[F07, F08, R15, S10] a player gets a coupon, lowers both packs to their minimum by tasks and spins, and receives them by mail @full', async ({
  page,
  environment,
}) => {
  const shopper = await signIn(page);
  await page.goto(BARGAIN);
  await expect(page.getByRole('heading', { level: 1, name: 'Bargain Bash' })).toBeVisible();
  const coupon = page.getByRole('alertdialog', { name: /^Your coupon: \$\d\.\d0 off$/ });
  await expect(coupon).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await coupon.getByRole('button', { name: 'Great' }).click();
  await expect(coupon).toBeHidden();
  await page.getByRole('button', { name: 'Choose a pack first' }).click();
  const hoard = page.getByRole('radio', { name: /^Hero’s hoard/ });
  await expect(hoard).toBeFocused();
  await expect(hoard).toHaveAccessibleName(
    /^Hero’s hoard, Worth \$[\d.]+, Current price: \$[\d.]+, was \$[\d.]+, Lowest price: \$9\.99$/,
  );
  await hoard.check();
  await expect(page.getByRole('progressbar', { name: 'Price lowered' })).toBeVisible();

  const about = page.getByRole('tabpanel');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await expect(about).toContainText('Days reset at 00:00 UTC.');
  await expect(about.getByRole('heading', { name: 'Odds' })).toBeVisible();
  await page.getByRole('tab', { name: 'Info' }).click();
  await expect(about).toContainText('Hero’s hoard is sent to your in-game mail after payment.');

  const buy = page.getByRole('button', { name: /^Buy for / });
  const first = await lowerToMinimum(page, environment, 0);
  await expect(buy).toHaveText('Buy for $9.99');
  expect(await findBarriers(page)).toEqual([]);
  await buy.click();
  await expect(page).toHaveURL(/\/activityPayment\?bargain=bargain-heros-hoard/);
  await payByCard(page, CARDS.success, '$9.99');
  await expect(
    page.getByRole('heading', { level: 1, name: /^Hero’s hoard (is on its way|delivered)$/ }),
  ).toBeVisible();
  const box = { gameId: MINIFLIX.gameId, serverId: shopper.serverId, cid: shopper.cid };
  // Goods won at the wheel arrive as mails of their own.
  const purchases = async () =>
    (await mailsOf(box)).filter(({ title }) => title === 'Your purchase has arrived').length;
  await expect.poll(purchases).toBe(1);

  await page.goto(BARGAIN);
  await expect(page.getByText("Hero’s hoard is yours. There's one more to get.")).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Screenwriter’s cache/ })).toBeChecked();
  await lowerToMinimum(page, environment, first);
  await buy.click();
  await payByCard(page, CARDS.success, '$7.49');
  await expect(
    page.getByRole('heading', {
      level: 1,
      name: /^Screenwriter’s cache (is on its way|delivered)$/,
    }),
  ).toBeVisible();
  await expect.poll(purchases).toBe(2);
  await page.goto(BARGAIN);
  await expect(page.getByRole('heading', { name: /^You own every pack\./ })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await moveClock(environment, 0);
});

/** Plays day by day without paying. @returns the last day's offset */
async function lowerToMinimum(page: Page, environment: TestEnvironment, fromMs: number) {
  const buy = page.getByRole('button', { name: /^Buy for / });
  const primary = page.locator('main [data-foot] [data-primary]');
  const toWheel = page.getByRole('button', { name: 'Spin for less' });
  for (let offset = fromMs; offset < fromMs + 9 * DAY_MS; offset += DAY_MS) {
    await moveClock(environment, offset);
    await page.goto(BARGAIN);
    await expect(primary).toBeVisible();
    if (await buy.isVisible()) return offset;
    const claim = page.getByRole('button', { name: 'Claim $0.60 off' });
    // A repeated day has its sign-in done.
    if (await claim.isVisible()) {
      await claim.click();
      await expect(buy.or(toWheel)).toBeVisible();
    }
    if (await buy.isVisible()) return offset;
    if (!(await toWheel.isVisible())) continue;
    await toWheel.click();
    await page.getByRole('button', { name: 'Spin now' }).click();
    const sheet = page.getByRole('dialog', { name: PRIZE });
    await sheet.getByRole('button', { name: 'Nice' }).click();
    await expect(sheet).toBeHidden();
    const back = page.getByRole('button', { name: 'Back to the event' });
    await expect(buy.or(back).first()).toBeVisible();
    if (await buy.isVisible()) return offset;
    await back.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Bargain Bash' })).toBeVisible();
  }
  throw new Error('nine days of tasks reach every minimum');
}
