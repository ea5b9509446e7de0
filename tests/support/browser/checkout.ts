import { expect, type FrameLocator, type Page } from '@playwright/test';
import { CARDS } from '../shopper.ts';
import { takeOption } from './picker.ts';
import { escape } from './player.ts';
import { sayIn, type Say } from './texts.ts';

export { CARDS };

const ENGLISH = sayIn('en');

/** The gateway's own form in its frame of its own origin. */
export function cardForm(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Card details"]');
}

/** Types a card the way a player does: the form groups digits and adds the slash. */
export async function fillCard(page: Page, number: string): Promise<void> {
  const form = cardForm(page);
  await form.getByLabel('Card number').pressSequentially(number);
  await form.getByLabel('Expiry').pressSequentially('1239');
  await form.getByLabel('Security code').pressSequentially('123');
}

/** The one button that spends: "Pay $0.99". */
export function payButton(page: Page, price: string, say: Say = ENGLISH) {
  return page.getByRole('button', {
    name: new RegExp(`^${escape(say('payment.pay', { price }))}`),
  });
}

/** Opens the checkout of one top-up from the shelf. */
export async function checkOut(page: Page, topUp: string, say: Say = ENGLISH): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${escape(topUp)}, `) }).click();
  await page.getByRole('button', { name: say('goods.buy_now') }).click();
  await expect(page.getByRole('radiogroup', { name: say('payment.methods') })).toBeVisible();
}

/** From an open checkout to the order's page. @returns when Pay was pressed (ms) */
export async function payByCard(
  page: Page,
  price: string,
  number: string,
  say: Say = ENGLISH,
): Promise<number> {
  await fillCard(page, number);
  const pressedAt = Date.now();
  await payButton(page, price, say).click();
  await expect(page).toHaveURL(/#order=/);
  return pressedAt;
}

/** Straight to the checkout of a good, as from a bookmark. */
export async function openCheckout(page: Page, project: string, productId: string): Promise<void> {
  await page.goto(`/${project}/directPayment?product=${productId}&count=1`);
  await expect(page.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible();
}

/** In the list behind "Pay in". */
export async function chooseCountry(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Pay in / }).click();
  const picker = page.getByRole('dialog', { name: 'Where do you pay from?' });
  await picker.getByRole('combobox').fill(name);
  await takeOption(picker, name);
  await expect(picker).toBeHidden();
}
