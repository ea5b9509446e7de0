import type { Page, Route } from '@playwright/test';
import { dialogOf, mailedCode } from '../../support/browser/access.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { expectPaid, openCheckout, payButton } from '../../support/browser/checkout.ts';
import { countTaps } from '../../support/browser/observe.ts';
import { vaultTest as test } from '../../support/browser/own-shops.ts';
import { signIn, want } from '../../support/browser/player.ts';
import { pressLast } from '../../support/browser/press-last.ts';
import { addresses, untilSaved } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';
import { postJson } from '../../support/shopper.ts';

const PWD = 'LongEnough-4711';
const LABEL = 'PayPal · p…@sandbox.invalid';
/** Rules the next payment of the only wallet that the sandbox keeps. */
async function nextAtPaypal(next: string): Promise<void> {
  const vault = `${addresses().sandboxUrl}/paypal/vault`;
  const { kept } = (await (await fetch(vault)).json()) as { kept: { id: string }[] };
  await postJson(`${vault}/${kept[0]?.id ?? ''}`, { next });
}

async function pressPay(page: Page): Promise<void> {
  await openCheckout(page);
  await expect(saved(page)).toBeChecked();
  await payButton(page).click();
}

const saved = (page: Page) => page.getByRole('radio', { name: LABEL });

test('[F05] PayPal is saved with a tick, pays again with two taps after its device is confirmed, and is removed @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const shopper = await signIn(page);
  await want(shopper.client.call('mailCode', { purpose: 'pwd_set' }));
  const code = await mailedCode(shopper);
  await want(shopper.client.call('passwordSet', { pwd: PWD, pwd_confirm: PWD, code }));
  await page.evaluate((name) => {
    const user = JSON.parse(localStorage.getItem(name) ?? '{}') as object;
    localStorage.setItem(name, JSON.stringify({ ...user, has_pwd: true }));
  }, 'webpay:user:miniflix');
  const taps = await countTaps(page);

  await test.step('its payer is asked, and agrees', async () => {
    await openCheckout(page);
    const box = page.getByRole('checkbox', { name: 'Save PayPal for this character' });
    await expect(box).toHaveCount(0);
    await page.getByRole('radio', { name: 'PayPal', exact: true }).check();
    await expect(box).not.toBeChecked();
    await box.check();
    expect(await findBarriers(page)).toEqual([]);
    // The tick cannot change while PayPal is told of it.
    const fixed = async (route: Route) => {
      await expect(box).toBeDisabled();
      await route.continue();
    };
    await page.route('**/recharge/order/create', fixed, { times: 1 });
    const opens = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'PayPal' }).click();
    const wallet = await opens;
    await expect(wallet.getByText('saves PayPal, and may charge it without')).toBeVisible();
    await pressLast(wallet.getByRole('button', { name: 'Pay now' }));
    await expectPaid(page);
  });

  await test.step('this device is confirmed once', async () => {
    await untilSaved(shopper.cid);
    await openCheckout(page);
    await expect(saved(page)).toBeHidden();
    await page.getByRole('button', { name: 'Confirm this device' }).click();
    const dialog = dialogOf(page, 'device');
    await dialog.getByRole('button', { name: 'Send code' }).click();
    const field = dialog.getByRole('textbox', { name: 'Code from your in-game mail' });
    await field.fill(await mailedCode(shopper, 1));
    await dialog.getByRole('button', { name: 'Confirm this device' }).click();
    await expect(saved(page)).toBeChecked();
    expect(await findBarriers(page)).toEqual([]);
  });

  await test.step('two taps buy again', async () => {
    await page.goto('/miniflix/goodsList');
    const before = taps();
    await page.getByRole('button', { name: 'Buy now' }).click();
    await expect(saved(page)).toBeChecked();
    await payButton(page).click();
    await expectPaid(page);
    expect(taps() - before).toBe(2);
  });

  // The row "saved wallet" of the table method × outcome (docs/payments.md §5).
  await test.step('PayPal asks its payer once more, and declines', async () => {
    await nextAtPaypal('asks');
    await pressPay(page);
    await page.getByRole('button', { name: 'Pay now' }).click();
    await expectPaid(page);
    await nextAtPaypal('declines');
    await pressPay(page);
    await expect(page.getByText(/^You haven't been charged\./)).toBeVisible();
  });

  await test.step('a payment under review waits on a wide page, and is delivered later', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await nextAtPaypal('pends');
    await pressPay(page);
    await expect(page.getByText("Please don't pay again.")).toBeVisible();
    await nextAtPaypal('clears');
    await expectPaid(page);
  });

  await test.step('one tap and one answer remove it', async () => {
    await openCheckout(page);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const asked = page.getByRole('alertdialog', { name: `Remove ${LABEL}?` });
    await asked.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(saved(page)).toHaveCount(0);
    await expect(page.getByRole('radio', { name: 'PayPal', exact: true })).toBeVisible();
  });
});
