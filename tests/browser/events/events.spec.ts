import type { Page } from '@playwright/test';
import { findBarriers } from '../../support/browser/axe.ts';
import { buyAs } from '../../support/browser/checkout.ts';
import { expectMails, keep, signIn } from '../../support/browser/player.ts';
import { stepTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

const CARD = '/miniflix/activity/card';
const CUMULATION = '/miniflix/activity/cumulation';

const foot = (page: Page) => page.locator('[data-foot] [data-primary]:visible');

test('[F10, R17] a failed card/info is reported and can be retried, offline nothing can be claimed, and a reward claimed in another tab counts as claimed @full', async ({
  page,
  context,
}) => {
  const shopper = await signIn(page);
  await buyAs(shopper, 'card-weekly', { source: 'card' });
  const info = '**/api/activity/card/info';
  await page.route(info, (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { code: 10_502, msg: '', result: null, _: Date.now() },
    }),
  );
  await page.goto(CARD);
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.unroute(info);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(foot(page)).toHaveText("Claim today's 90");
  await context.setOffline(true);
  await expect(foot(page)).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await expect(foot(page)).not.toHaveAttribute('aria-disabled', 'true');

  // A late reading would show the twin's claim before this page's press.
  await page.route(info, () => undefined);
  const twin = await context.newPage();
  await twin.goto(CARD);
  await foot(twin).filter({ hasText: "Claim today's 90" }).click();
  await expect(foot(twin)).toHaveText(/^Next in /);
  await page.unroute(info);
  await foot(page).click();
  await expect(foot(page)).toHaveText(/^Next in /);
  await expectMails(shopper, 2);
});

test('[R25] leaving cumulation for the goods list, by link or Back, shows no popup @full', async ({
  page,
}) => {
  await signIn(page);
  await keep(page, {
    'lastPurchase:miniflix': { product_id: 'gems-60', pay_id: 'card' },
    'popupDay:miniflix': '2000-01-01',
  });
  const popup = page.getByRole('dialog', { name: /Miniflix/ });
  await page.clock.install();
  const settle = () => page.clock.runFor(5_000);

  await page.goto('/miniflix/goodsList');
  await page.getByRole('link', { name: 'Weekly Card, $4.99' }).waitFor();
  await stepTo(page, CUMULATION, 'cumulation');
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

  // The popup does open after another page.
  await page.getByRole('link', { name: 'Weekly Card, $4.99' }).click();
  await expect(page.getByRole('button', { name: 'Activate card' })).toBeVisible();
  await page.goBack();
  await expect(page.locator('[data-page=goodsList]')).toBeVisible();
  await settle();
  await expect(popup).toBeVisible();
});
