import type { Page } from '@playwright/test';
import { DAY_MS, moveClock } from '../../support/shop-days.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { buyAs } from '../../support/browser/checkout.ts';
import { listenTo } from '../../support/browser/observe.ts';
import { expectMails, signIn } from '../../support/browser/player.ts';
import { expect } from '../../support/browser/test.ts';
import { clocksOf, ownShopTest as test } from '../../support/browser/own-shops.ts';

test.describe.configure({ mode: 'serial' });

const PAGE = '/miniflix/activity/cumulation';
const HOUR_MS = 3_600_000;

const foot = (page: Page) => page.locator('[data-foot] [data-primary]:visible');
const goal = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

test.afterEach(async ({ environment }) => moveClock(environment, 0));

test('[F09, R16] points add up over days, are claimed singly and together, and arrive by mail; daily goals reset @full', async ({
  page,
  environment,
}) => {
  const shownTexts = await listenTo(page);
  const shopper = await signIn(page);
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { level: 1, name: 'Top-up Festival' })).toBeVisible();
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Points');
  await expect(goal(page, 'Earn 500 points')).toContainText('500 to go');
  expect(await findBarriers(page)).toEqual([]);
  await foot(page).filter({ hasText: 'Top up' }).click();
  await expect(page).toHaveURL('/miniflix/goodsList');

  await buyAs(shopper, 'gems-620');
  await page.goto(PAGE);
  const ready = goal(page, 'Earn 500 points');
  await expect(ready.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('progressbar') })
      .first(),
  ).toContainText('Earn 500 points');
  await expect(page.getByRole('tab', { name: 'Daily 2, 2 ready', exact: true })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await ready.getByRole('button', { name: 'Claim, Earn 500 points' }).click();
  await expect(ready).toContainText('Sent by mail');
  await shownTexts.announced('Sent to your in-game mail');
  await expect(foot(page)).toHaveText('Claim all 3');
  await foot(page).click();
  await expect(foot(page)).toHaveText('Top up');
  await page.getByRole('tab', { name: 'Daily' }).click();
  await expect(goal(page, 'Earn 90 points today')).toContainText('Sent by mail');
  // The purchase, and one mail per reward.
  await expectMails(shopper, 5);

  await moveClock(environment, DAY_MS);
  await page.reload();
  await page.getByRole('tab', { name: 'Daily' }).click();
  await expect(goal(page, 'Earn 90 points today')).toContainText('90 to go');
  await page.getByRole('tab', { name: 'Points' }).click();
  await expect(goal(page, 'Earn 500 points')).toContainText('Sent by mail');
  await buyAs(shopper, 'gems-60', { offsetMs: DAY_MS });
  await page.goto('/miniflix/activity/newCumulation');
  await expect(page.getByRole('main').getByText('2 days topped up')).toBeVisible();
  await expect(foot(page)).toHaveText('Claim');
  await foot(page).click();
  await expect(foot(page)).toHaveText('Top up');
  await expectMails(shopper, 7);
});

test('[F09, F11, R16] outside its period cumulation says when it ended; its end updates the open page @full', async ({
  page,
  environment,
}) => {
  await signIn(page);
  const { ends_at } = await infoOf(page);
  const shop = clocksOf(page, environment);
  await shop.setOut(ends_at - HOUR_MS);
  await page.reload();
  await expect(foot(page)).toHaveText('Top up');
  await shop.pass(ends_at - shop.now() - 3_000);
  await expect(page.getByRole('heading', { name: 'Not within activity time' })).toBeVisible();
  await expect(page.getByText(/^Ended /).first()).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await foot(page).filter({ hasText: 'Go to shop' }).click();
  await expect(page).toHaveURL('/miniflix/goodsList');
});

test('[F11] a reminder comes in the shop and by mail on the last day, once, until the page was opened @full', async ({
  page,
  environment,
}) => {
  const shownTexts = await listenTo(page);
  const shopper = await signIn(page);
  const { ends_at } = await infoOf(page);
  const bell = page.getByRole('button', { name: 'Remind me' });
  await expect(bell).toHaveAttribute('aria-pressed', 'false');
  await bell.click();
  await shownTexts.announced("We'll remind you");
  await page.reload();
  await expect(bell).toHaveAttribute('aria-pressed', 'true');

  await moveClock(environment, ends_at - Date.now() - DAY_MS / 2);
  await expectMails(shopper, 1);
  await page.goto('/miniflix/goodsList');
  const strip = page.getByRole('link', { name: /^Top-up Festival Ends soon/ });
  await expect(strip).toContainText('Ends soon');
  await expect(strip).toHaveAccessibleName(/Something is waiting for you$/);
  await strip.click();
  await expect(bell).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/miniflix/goodsList');
  await expect(page.getByRole('link', { name: /^Top-up Festival/ }).first()).toBeVisible();
  await expect(page.getByText('Ends soon')).toHaveCount(0);

  await page.goto(PAGE);
  await bell.click();
  await shownTexts.announced('Reminders are off');
  await expect(bell).toHaveAttribute('aria-pressed', 'false');
  expect(await shopper.mails()).toHaveLength(1);
});

async function infoOf(page: Page): Promise<{ ends_at: number }> {
  const told = page.waitForResponse('**/api/activity/cumulation/info');
  await page.goto(PAGE);
  const { result } = (await (await told).json()) as { result: { ends_at: number } };
  return result;
}
