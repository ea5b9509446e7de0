import { expect, type FrameLocator, type Page } from '@playwright/test';
import { CARDS, orderFields, payCard, untilOrder } from '../shopper.ts';
import { pressLast } from './press-last.ts';
import { escape, signIn, takeOption, want, type Shopper } from './player.ts';
import { MINIFLIX } from './projects.ts';
import { addresses } from './shop.ts';
import { sayIn, type Say } from './texts.ts';

export { CARDS };

const ENGLISH = sayIn('en');

export function cardForm(page: Page, title = 'Card details'): FrameLocator {
  return page.frameLocator(`iframe[title="${title}"]`);
}

/** Types a card; the form adds spaces and the slash. */
export async function fillCard(page: Page, number: string): Promise<void> {
  const form = cardForm(page);
  // The form's script writes its labels, then listens.
  await expect(form.locator('label').first()).not.toBeEmpty();
  await form.locator('#number').pressSequentially(number);
  await form.locator('#expiry').pressSequentially('1239');
  await form.locator('#cvv').pressSequentially('123');
}

export function payButton(page: Page, price = MINIFLIX.price, say: Say = ENGLISH) {
  return page.getByRole('button', {
    name: new RegExp(`^${escape(say('payment.pay', { price }))}`),
  });
}

/** A good on the character's own goods list; home, which may still be leaving, has the same cards. */
export const listedGood = (page: Page, name: string) =>
  page
    .locator('[data-page=goodsList]')
    .getByRole('button', { name: new RegExp(`^${escape(name)}, `) });

/** Buys a good on the goods list, up to the open checkout. */
export async function checkOut(page: Page, topUp: string = MINIFLIX.topUp): Promise<void> {
  await listedGood(page, topUp).click();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible();
}

/** Pays at an open checkout until the order's page opens. @returns time of the press (ms) */
export async function payByCard(page: Page, number: string, price = MINIFLIX.price) {
  await fillCard(page, number);
  const pressedAt = Date.now();
  await payButton(page, price).click();
  await expect(page).toHaveURL(/#order=/);
  return pressedAt;
}

export async function openCheckout(page: Page): Promise<void> {
  await page.goto('/miniflix/directPayment?product=gems-60&count=1');
  await expect(page.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible();
}

/** Chooses PayPal at an open checkout. @returns its popup */
export async function openPayPal(page: Page): Promise<Page> {
  await page.getByRole('radio', { name: 'PayPal' }).check();
  const opens = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'PayPal' }).click();
  return opens;
}

export async function payByPayPal(page: Page): Promise<void> {
  await pressLast((await openPayPal(page)).getByRole('button', { name: 'Pay now' }));
}

export async function tryAnotherCard(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Another card' }).check();
  await page.getByRole('button', { name: /^Pay with another card$/i }).click();
}

/** Signs a new character in and pays for that item by card. */
export async function buyGems(page: Page, card: string): Promise<Shopper> {
  const shopper = await signIn(page);
  await openCheckout(page);
  await payByCard(page, card);
  return shopper;
}

/** Headline of a paid order for one item, delivered or not. */
export const PAID = { level: 1, name: /60 Gems (are on their way|delivered)/ } as const;

export async function expectPaid(page: Page): Promise<void> {
  await expect(page.getByRole('heading', PAID)).toBeVisible();
}

/** Sends the page's first order/create a second late, as a slow line may: the method chosen after it still counts. */
export async function slowFirstOpening(page: Page): Promise<void> {
  let isFirst = true;
  await page.route('**/api/recharge/order/create', async (route) => {
    const isHeld = isFirst;
    isFirst = false;
    if (isHeld) await new Promise((next) => setTimeout(next, 1_000));
    await route.continue();
  });
}

export async function chooseCountry(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Paying from / }).click();
  const picker = page.getByRole('dialog', { name: 'Where are you paying from?' });
  await picker.getByRole('combobox').fill(name);
  await takeOption(picker, name);
  await expect(picker).toBeHidden();
}

/** Buys one item by card through the API. `offsetMs`: offset of the shop's clock. */
export async function buyAs(
  shopper: Shopper,
  productId: string,
  options: { readonly source?: 'direct' | 'card'; readonly offsetMs?: number } = {},
): Promise<void> {
  const { source = 'direct', offsetMs = 0 } = options;
  const client = shopper.clientAt(offsetMs);
  const { prices } = await want(
    client.call('productPrices', { product_ids: productId, country: 'US' }),
  );
  const total = prices[0]?.price;
  if (total === undefined) throw new Error(`there is no ${productId}`);
  const opened = await want(
    client.call('orderCreate', { ...orderFields(productId), source, total: JSON.stringify(total) }),
  );
  await payCard(addresses(), client, opened, CARDS.success);
  await untilOrder(
    () => want(client.call('orderInquire', { token: opened.token })),
    ({ state }) => state === 'success',
  );
}
