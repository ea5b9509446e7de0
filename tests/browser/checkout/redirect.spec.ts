import type { Page } from '@playwright/test';
import { findBarriers } from '../../support/browser/axe.ts';
import { chooseCountry, openCheckout } from '../../support/browser/checkout.ts';
import { signIn } from '../../support/browser/player.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

const WIDE = { width: 1280, height: 800 };

/** Opens the checkout in a country, chooses its wallet and presses Pay, up to the wallet's page. */
async function goToWallet(page: Page, country: string, name: string): Promise<void> {
  await openCheckout(page);
  await chooseCountry(page, country);
  await page.getByRole('radio', { name }).check();
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByRole('heading', { name: 'Confirm this payment' })).toBeVisible();
}

const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const headline = (page: Page, name: RegExp | string) =>
  page.getByRole('heading', { level: 1, name });

test('[F04] the list says what each way does; a wallet comes first in its country, and after its decline another one leads to its page and back to the paid order', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/miniflix/directPayment?product=gems-6480&count=2');
  await chooseCountry(page, 'Indonesia');
  const dana = page.getByRole('radio', { name: 'DANA' });
  await expect(dana).toBeChecked();
  await expect(dana).toHaveAccessibleDescription('Opens DANA, then back here');
  const ovo = page.getByRole('radio', { name: 'OVO' });
  await expect(ovo).toBeDisabled();
  await expect(ovo).toHaveAccessibleDescription('Up to IDR 2,000,000');
  expect(await findBarriers(page)).toEqual([]);

  await goToWallet(page, 'Philippines', 'GCash');
  await expect(page.getByText('not the real GCash')).toBeVisible();
  await act(page, 'Decline');
  await expect(headline(page, 'GCash declined the payment')).toBeVisible();
  await page.getByRole('radio', { name: 'GrabPay' }).check();
  await act(page, 'Pay with GrabPay');
  await act(page, 'Pay');
  await expect(page).toHaveURL(/\/miniflix\/payment.*#order=/);
  await expect(headline(page, '60 Gems delivered')).toBeVisible();
});

test('[F04] a player who left the wallet continues there, or pays another way @full', async ({
  page,
}) => {
  await signIn(page);
  await goToWallet(page, 'Kuwait', 'KNET');
  await act(page, 'Back without paying');
  await expect(headline(page, 'Your bank needs you to confirm')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await resizeTo(page, WIDE);
  expect(await findBarriers(page), 'on a wide page').toEqual([]);
  await act(page, 'Continue to KNET');
  // The browser's own way back shows the order, too.
  await expect(page.getByRole('heading', { name: 'Confirm this payment' })).toBeVisible();
  await page.goBack();
  await expect(headline(page, 'Your bank needs you to confirm')).toBeVisible();
  await act(page, 'Pay another way');
  await expect(headline(page, 'You canceled the payment')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Credit or debit card' })).toBeVisible();
});

test('[F04] iDEAL through PayPal asks for a name, and its bank leads back to the paid order at 360 @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page);
  await openCheckout(page);
  await chooseCountry(page, 'Netherlands');
  await page.getByRole('radio', { name: 'iDEAL' }).check();
  await page.getByRole('textbox', { name: 'First and last name' }).fill('Jan de Vries');
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByText('Jan de Vries')).toBeVisible();
  await act(page, 'Back without paying');
  await expect(headline(page, 'Your bank needs you to confirm')).toBeVisible();
  await act(page, 'Continue to iDEAL');
  await act(page, 'Pay');
  await expect(headline(page, '60 Gems delivered')).toBeVisible();
});
