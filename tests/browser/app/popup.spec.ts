import type { Page } from '@playwright/test';
import { keep, signIn } from '../../support/browser/player.ts';
import { stepTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const card = (page: Page, name: string) =>
  page
    .locator('[data-page=goodsList] main')
    .getByRole('button', { name: new RegExp(`^${name}, `) });

/** Marks the page once the list has decided about the popup. */
const markDecision = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const forget = Storage.prototype.removeItem;
    Storage.prototype.removeItem = function (key) {
      forget.call(this, key);
      if (key === 'webpay:noPopup:miniflix') document.documentElement.dataset['read'] = 'flag';
    };
  });

test('[R25, C02] the popup opens once a day for a returning player, neither within ten minutes of a payment nor after cumulation, and returns the focus @full', async ({
  page,
}) => {
  await signIn(page);
  await keep(page, {
    'lastPurchase:miniflix': { product_id: 'gems-60', pay_id: 'card' },
    'popupDay:miniflix': '2020-01-01',
    'paidAt:miniflix': Date.now() - 60_000,
  });
  const popup = page.getByRole('dialog', { name: 'News from Miniflix' });

  await test.step('within ten minutes of a payment', async () => {
    await page.goto('/miniflix/iframe');
    await markDecision(page);
    await stepTo(page, '/miniflix/goodsList', 'goodsList');
    await expect(page.locator('html')).toHaveAttribute('data-read', 'flag');
    await expect(popup).toHaveCount(0);
    await page.evaluate(
      (at) => localStorage.setItem('webpay:paidAt:miniflix', JSON.stringify(at)),
      Date.now() - 601_000,
    );
  });

  await page.goto('/miniflix/activity/cumulation');
  await expect(page.locator('[data-page=cumulation] h1')).toBeVisible();
  await markDecision(page);
  await stepTo(page, '/miniflix/goodsList', 'goodsList');
  await expect(page.locator('html'), 'the list has read the flag').toHaveAttribute(
    'data-read',
    'flag',
  );
  await expect(popup).toHaveCount(0);

  await stepTo(page, '/miniflix/iframe', 'iframe');
  await stepTo(page, '/miniflix/goodsList', 'goodsList');
  await expect(popup).toBeVisible();
  await expect(popup.locator('img')).toHaveJSProperty('complete', true);
  await expect(popup).toHaveAccessibleDescription('Bigger top-up, bigger bonus');
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(popup).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

  await stepTo(page, '/miniflix/iframe', 'iframe');
  await stepTo(page, '/miniflix/goodsList', 'goodsList');
  await card(page, '125 Gems').click();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await expect(page).toHaveURL(/\/directPayment\?/);
});
