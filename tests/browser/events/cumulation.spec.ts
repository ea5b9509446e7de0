import type { Page } from '@playwright/test';
import { DAY_MS, moveClock } from '../../support/shop-days.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { buyAs } from '../../support/browser/buy.ts';
import { clocksOf } from '../../support/browser/clocks.ts';
import { listenTo } from '../../support/browser/heard.ts';
import { mailsOf } from '../../support/browser/mailbox.ts';
import { keep, signIn, type Shopper } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/private-environment.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { stepTo } from '../../support/browser/steps.ts';

// Colours are those of the finished picture, not of one that is still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
// They move the shop's clock, one after another.
test.describe.configure({ mode: 'serial' });

const PAGE = '/miniflix/activity/cumulation';
const HOUR_MS = 3_600_000;

const boxOf = ({ cid, serverId }: Shopper) => ({ gameId: MINIFLIX.gameId, serverId, cid });
const foot = (page: Page) => page.locator('[data-foot] [data-primary]:visible');
const goal = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

test.afterEach(async ({ environment }) => moveClock(environment, 0));

test('[F09, R16] goals are counted over days, claimed one by one and all at once, and sent by mail; a new day brings its own again', async ({
  page,
  environment,
}) => {
  test.slow();
  const heard = await listenTo(page);
  const shopper = await signIn(page, MINIFLIX);
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { level: 1, name: 'Top-up Festival' })).toBeVisible();
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Points');
  await expect(goal(page, 'Gather 500 points')).toContainText('500 to go');
  expect(await findBarriers(page)).toEqual([]);
  await foot(page).filter({ hasText: 'Top up' }).click();
  await expect(page).toHaveURL('/miniflix/goodsList');

  await buyAs(shopper, 'gems-620');
  await page.goto(PAGE);
  const ready = goal(page, 'Gather 500 points');
  await expect(ready.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('progressbar') })
      .first(),
  ).toContainText('Gather 500 points');
  await expect(page.getByRole('tab', { name: 'Daily, 2 ready', exact: true })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await ready.getByRole('button', { name: 'Claim, Gather 500 points' }).click();
  await expect(ready).toContainText('Sent by mail');
  await heard.announced('Sent to your in-game mail');
  await expect(foot(page)).toHaveText('Claim all 3');
  await foot(page).click();
  await expect(foot(page)).toHaveText('Top up');
  await page.getByRole('tab', { name: 'Daily' }).click();
  await expect(goal(page, 'Gather 90 points today')).toContainText('Sent by mail');
  // What was bought, and a mail for each reward.
  await expect.poll(async () => (await mailsOf(boxOf(shopper))).length).toBe(5);

  await moveClock(environment, DAY_MS);
  await page.reload();
  await page.getByRole('tab', { name: 'Daily' }).click();
  await expect(goal(page, 'Gather 90 points today')).toContainText('90 to go');
  await page.getByRole('tab', { name: 'Points' }).click();
  await expect(goal(page, 'Gather 500 points')).toContainText('Sent by mail');
  await buyAs(shopper, 'gems-60', { offsetMs: DAY_MS });
  await page.goto('/miniflix/activity/newCumulation');
  await expect(page.getByText('2 days topped up')).toBeVisible();
  await expect(foot(page)).toHaveText('Claim');
  await foot(page).click();
  await expect(foot(page)).toHaveText('Top up');
  await expect.poll(async () => (await mailsOf(boxOf(shopper))).length).toBe(7);
});

test('[F09, R16] what could not be claimed is said and can be claimed again; without a network nothing is', async ({
  page,
  context,
}) => {
  const shopper = await signIn(page, MINIFLIX);
  await buyAs(shopper, 'gems-620');
  await page.goto(PAGE);
  await expect(foot(page)).toHaveText('Claim all 4');
  let asked = 0;
  await page.route('**/api/activity/cumulation/claim', async (route) => {
    asked += 1;
    if (asked !== 2) return route.fallback();
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { code: 10_502, msg: '', result: null, _: Date.now() },
    });
  });
  await foot(page).click();
  await expect(page.getByRole('alert')).toContainText('1 reward could not be claimed. Try again.');
  await expect(foot(page)).toHaveText('Claim');
  await context.setOffline(true);
  await expect(foot(page)).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await foot(page).click();
  await expect(foot(page)).toHaveText('Top up');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('[F09, F11, R16] outside its time it says when it was; its last moment turns the page by itself', async ({
  page,
  environment,
}) => {
  await signIn(page, MINIFLIX);
  const { ends_at } = await infoOf(page);
  const shop = clocksOf(page, environment);
  await shop.setOut(ends_at - HOUR_MS);
  await page.reload();
  await expect(foot(page)).toHaveText('Top up');
  await shop.pass(ends_at - shop.now() - 3_000);
  await expect(page.getByRole('heading', { name: 'Not within activity time' })).toBeVisible();
  await expect(page.getByText(/^Ended /).first()).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await foot(page).filter({ hasText: 'To the shop' }).click();
  await expect(page).toHaveURL('/miniflix/goodsList');
});

test('[F11] who turned the bell on is told in the shop and by mail on the last day, once, and stands as told when the page was opened', async ({
  page,
  environment,
}) => {
  const heard = await listenTo(page);
  const shopper = await signIn(page, MINIFLIX);
  const { ends_at } = await infoOf(page);
  const bell = page.getByRole('button', { name: 'Remind me' });
  await expect(bell).toHaveAttribute('aria-pressed', 'false');
  await bell.click();
  await heard.announced('We will mail you');
  await page.reload();
  await expect(bell).toHaveAttribute('aria-pressed', 'true');

  await moveClock(environment, ends_at - Date.now() - DAY_MS / 2);
  await expect.poll(async () => (await mailsOf(boxOf(shopper))).length).toBe(1);
  await page.goto('/miniflix/goodsList');
  const strip = page.getByRole('link', { name: /^Top-up Festival/ });
  await expect(strip).toContainText('Ends soon');
  await expect(strip).toContainText('Something is waiting for you');
  await strip.click();
  await expect(bell).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/miniflix/goodsList');
  await expect(page.getByText('Top-up Festival')).toBeVisible();
  await expect(page.getByText('Ends soon')).toHaveCount(0);

  await page.goto(PAGE);
  await bell.click();
  await heard.announced('No more reminders');
  await expect(bell).toHaveAttribute('aria-pressed', 'false');
  expect(await mailsOf(boxOf(shopper))).toHaveLength(1);
});

/** What the page itself is told when it opens. */
async function infoOf(page: Page): Promise<{ ends_at: number }> {
  const told = page.waitForResponse('**/api/activity/cumulation/info');
  await page.goto(PAGE);
  const { result } = (await (await told).json()) as { result: { ends_at: number } };
  return result;
}

test('[R25] who leaves it for the goods meets no picture of the day there, by a link or by Back', async ({
  page,
}) => {
  await signIn(page, MINIFLIX);
  await keep(page, {
    'lastPurchase:miniflix': { product_id: 'gems-60', pay_id: 'card' },
    'popupDay:miniflix': '2000-01-01',
  });
  const popup = page.getByRole('dialog', { name: /Miniflix/ });
  await page.clock.install();
  const settle = () => page.clock.runFor(5_000);

  await page.goto('/miniflix/goodsList');
  await page.getByRole('link', { name: 'Weekly Card, $4.99' }).waitFor();
  await stepTo(page, PAGE, 'cumulation');
  await expect(foot(page)).toHaveText('Top up');
  await page.goBack();
  await expect(page.locator('[data-page=goodsList]')).toBeVisible();
  await settle();
  await expect(popup).toHaveCount(0);

  await page.goForward();
  await foot(page).filter({ hasText: 'Top up' }).click();
  await expect(page.locator('[data-page=goodsList]')).toBeVisible();
  await settle();
  await expect(popup).toHaveCount(0);

  // From another page the picture of the day is shown.
  await page.getByRole('link', { name: 'Weekly Card, $4.99' }).click();
  await expect(page.getByRole('button', { name: 'Activate card' })).toBeVisible();
  await page.goBack();
  await expect(page.locator('[data-page=goodsList]')).toBeVisible();
  await settle();
  await expect(popup).toBeVisible();
});
