import type { Page } from '@playwright/test';
import { DAY_MS, moveClock } from '../../support/shop-days.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { CARDS, fillCard, payButton } from '../../support/browser/checkout.ts';
import { listenTo } from '../../support/browser/observe.ts';
import { expectMails, signIn } from '../../support/browser/player.ts';
import { expect } from '../../support/browser/test.ts';
import { ownShopTest as test } from '../../support/browser/own-shops.ts';

const PAGE = '/miniflix/activity/card';

const foot = (page: Page) => page.locator('[data-foot] [data-primary]:visible');
const days = (page: Page) =>
  page.getByRole('region', { name: /days of rewards$/ }).getByRole('listitem');

test.afterEach(async ({ environment }) => moveClock(environment, 0));

test('[F10, R17, R13, R14] a weekly card is bought, claimed daily, missed for a day, extended, and expires @full', async ({
  page,
  environment,
}) => {
  const shownTexts = await listenTo(page);
  const shopper = await signIn(page);
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { level: 1, name: 'Weekly Card' })).toBeVisible();
  await expect(page.getByText('Not active yet')).toBeVisible();
  await expect(page.getByText('+10% on every top-up')).toBeVisible();
  await expect(page.getByText('930 Gems bought separately')).toBeVisible();
  await expect(days(page)).toHaveCount(7);
  await expect(days(page).first()).toContainText('390');
  // The last tile is wider on phones, yet shows no more than its number promises.
  for (const index of [1, 2, 3, 4, 5, 6]) {
    await expect(days(page).nth(index)).toContainText('90');
    await expect(days(page).nth(index).locator('img')).toHaveCount(1);
  }
  await expect(page.locator('[data-foot]:visible')).toContainText('$4.99');
  expect(await findBarriers(page)).toEqual([]);

  await foot(page).filter({ hasText: 'Activate card' }).click();
  await expect(page).toHaveURL('/miniflix/activityPayment?card=card-weekly');
  await fillCard(page, CARDS.success);
  await payButton(page, '$4.99').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^Weekly Card (is on its way|delivered)$/,
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
  await shownTexts.announced('Sent to your in-game mail');
  await expectMails(shopper, 2);

  // An active card adds a bonus to every top-up.
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
  await expectMails(shopper, 4);
});
