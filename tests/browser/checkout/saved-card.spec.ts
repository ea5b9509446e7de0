import type { Page } from '@playwright/test';
import { dialogOf, mailedCode } from '../../support/browser/access.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import {
  cardForm,
  CARDS,
  expectPaid,
  fillCard,
  openCheckout,
  payButton,
} from '../../support/browser/checkout.ts';
import { countTaps } from '../../support/browser/observe.ts';
import { signIn, want } from '../../support/browser/player.ts';
import { untilSaved } from '../../support/browser/shop.ts';
import { expect, test } from '../../support/browser/test.ts';

const PWD = 'LongEnough-4711';
const saved = (page: Page) => page.getByRole('radio', { name: 'Visa ·· 1111' });

test('[F05] a card is saved with consent, pays again with two taps after its device is confirmed, and is removed @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const shopper = await signIn(page);
  // The password is set on another device.
  const { resend_after_ms: wait } = await want(
    shopper.client.call('mailCode', { purpose: 'pwd_set' }),
  );
  expect(wait).toBeGreaterThanOrEqual(0);
  const code = await mailedCode(shopper);
  await want(shopper.client.call('passwordSet', { pwd: PWD, pwd_confirm: PWD, code }));
  await page.evaluate((name) => {
    const user = JSON.parse(localStorage.getItem(name) ?? '{}') as object;
    localStorage.setItem(name, JSON.stringify({ ...user, has_pwd: true }));
  }, 'webpay:user:miniflix');
  const taps = await countTaps(page);

  await test.step('the form asks, and the payer agrees', async () => {
    await openCheckout(page);
    await fillCard(page, CARDS.success);
    await expect(page.getByText('the payment provider keeps the card')).toBeVisible();
    const box = cardForm(page).getByRole('checkbox', { name: 'Save this card' });
    await expect(box).not.toBeChecked();
    await box.check();
    expect(await findBarriers(page)).toEqual([]);
    await payButton(page).click();
    await expectPaid(page);
  });

  await test.step('this device is confirmed once', async () => {
    await untilSaved(shopper.cid);
    await openCheckout(page);
    await expect(saved(page)).toBeHidden();
    await page.getByRole('button', { name: 'Confirm this device' }).click();
    const dialog = dialogOf(page, 'device');
    await expect(dialog).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send code' }).click();
    const field = dialog.getByRole('textbox', { name: 'Code from your in-game mail' });
    await expect(field).toBeFocused();
    await field.fill(await mailedCode(shopper, 1));
    await dialog.getByRole('button', { name: 'Confirm this device' }).click();
    await expect(saved(page)).toBeChecked();
    expect(await findBarriers(page)).toEqual([]);
  });

  await test.step('two taps buy again', async () => {
    await page.goto('/miniflix/goodsList');
    // The list preselects the last purchase.
    const before = taps();
    await page.getByRole('button', { name: 'Buy now' }).click();
    await expect(saved(page)).toBeChecked();
    await payButton(page).click();
    await expectPaid(page);
    expect(taps() - before).toBe(2);
  });

  await test.step('one tap and one answer remove it', async () => {
    await openCheckout(page);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const asked = page.getByRole('alertdialog', { name: 'Remove Visa ·· 1111?' });
    await asked.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(saved(page)).toHaveCount(0);
    await expect(cardForm(page).locator('#number')).toBeVisible();
  });
});
