import type { Page } from '@playwright/test';
import { DAY_MS, moveClock } from '../../support/shop-days.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { buyAs } from '../../support/browser/buy.ts';
import { CARDS, fillCard, payButton } from '../../support/browser/checkout.ts';
import { listenTo } from '../../support/browser/heard.ts';
import { mailsOf } from '../../support/browser/mailbox.ts';
import { signIn, type Shopper } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/private-environment.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';

// Colours are those of the finished picture, not of one that is still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
// They move the shop's clock, one after another.
test.describe.configure({ mode: 'serial' });

const PAGE = '/miniflix/activity/card';

const boxOf = ({ cid, serverId }: Shopper) => ({ gameId: MINIFLIX.gameId, serverId, cid });
const foot = (page: Page) => page.locator('[data-foot] [data-primary]:visible');
const days = (page: Page) =>
  page.getByRole('region', { name: /days of rewards$/ }).getByRole('listitem');

test.afterEach(async ({ environment }) => moveClock(environment, 0));

test('[F10, R17, R13, R14] a card is bought, claimed day by day, misses a day, is made longer, and runs out', async ({
  page,
  environment,
}) => {
  test.slow();
  const heard = await listenTo(page);
  const shopper = await signIn(page, MINIFLIX);
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { level: 1, name: 'Weekly Card' })).toBeVisible();
  await expect(page.getByText('Not active yet')).toBeVisible();
  await expect(page.getByText('+10% on every top-up')).toBeVisible();
  await expect(page.getByText('930 Gems, bought singly')).toBeVisible();
  await expect(days(page)).toHaveCount(7);
  await expect(days(page).first()).toContainText('390');
  await expect(page.locator('[data-foot]:visible')).toContainText('$4.99');
  expect(await findBarriers(page)).toEqual([]);

  await foot(page).filter({ hasText: 'Activate card' }).click();
  await expect(page).toHaveURL('/miniflix/activityPayment?card=card-weekly');
  await fillCard(page, CARDS.success);
  await payButton(page, '$4.99').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^Weekly Card (is on its way|arrived)$/,
  );
  await page.getByRole('button', { name: "Claim today's reward" }).click();
  await expect(page).toHaveURL(PAGE);

  await expect(page.getByText(/^Day 1 of 7, until /)).toBeVisible();
  await expect(foot(page)).toHaveText("Claim today's 90");
  expect(await findBarriers(page)).toEqual([]);
  await foot(page).click();
  await expect(foot(page)).toHaveText(/^Next in (\d\d:)?\d\d:\d\d/);
  await expect(foot(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(days(page).first()).toContainText('Claimed');
  await heard.announced('Sent to your in-game mail');
  await expect.poll(async () => (await mailsOf(boxOf(shopper))).length).toBe(2);

  // While it is active every top-up brings more, and says so on its card.
  await page.goto('/miniflix/goodsList');
  await expect(page.getByRole('button', { name: /^60 Gems, plus 6 bonus, / })).toBeVisible();

  await moveClock(environment, 2 * DAY_MS);
  await page.goto(PAGE);
  await expect(page.getByText(/^Day 3 of 7, until /)).toBeVisible();
  await expect(days(page).nth(1)).toContainText('missed');
  await expect(days(page).nth(2)).toHaveAttribute('aria-current', 'date');
  await foot(page).filter({ hasText: "Claim today's 90" }).click();
  await expect(days(page).nth(2)).toContainText('Claimed');
  expect(await findBarriers(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add 7 days' }).click();
  await expect(page).toHaveURL('/miniflix/activityPayment?card=card-weekly');
  await fillCard(page, CARDS.success);
  await payButton(page, '$4.99').click();
  await page.getByRole('button', { name: "Claim today's reward" }).click();
  await expect(page.getByText(/^Day 3 of 14, until /)).toBeVisible();
  await expect(days(page)).toHaveCount(14);
  await expect(foot(page)).toHaveText(/^Next in /);

  await moveClock(environment, 15 * DAY_MS);
  await page.reload();
  await expect(page.getByText('Not active yet')).toBeVisible();
  await expect(foot(page)).toHaveText('Activate card');
  await expect.poll(async () => (await mailsOf(boxOf(shopper))).length).toBe(4);
});

test('[F10, R17] what is claimed in another tab is claimed; the page then shows what is so', async ({
  page,
  context,
}) => {
  const shopper = await signIn(page, MINIFLIX);
  await buyAs(shopper, 'card-weekly', { source: 'card' });
  await page.goto(PAGE);
  await expect(foot(page)).toHaveText("Claim today's 90");
  const twin = await context.newPage();
  await twin.goto(PAGE);
  await foot(twin).filter({ hasText: "Claim today's 90" }).click();
  await expect(foot(twin)).toHaveText(/^Next in /);
  await foot(page).click();
  await expect(foot(page)).toHaveText(/^Next in /);
  await expect.poll(async () => (await mailsOf(boxOf(shopper))).length).toBe(2);
});

test('[F10, R17] without a network nothing can be claimed, and an answer that is none is told with a way to try again', async ({
  page,
  context,
}) => {
  const shopper = await signIn(page, MINIFLIX);
  await buyAs(shopper, 'card-weekly', { source: 'card' });
  const info = '**/api/activity/card/info';
  await page.route(info, (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { code: 10_502, msg: '', result: null, _: Date.now() },
    }),
  );
  await page.goto(PAGE);
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.unroute(info);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(foot(page)).toHaveText("Claim today's 90");
  await context.setOffline(true);
  await expect(foot(page)).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await expect(foot(page)).not.toHaveAttribute('aria-disabled', 'true');
});
