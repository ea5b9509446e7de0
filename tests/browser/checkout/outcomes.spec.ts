import type { Page } from '@playwright/test';
import { pressLast } from '../../support/browser/press-last.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import {
  buyGems,
  cardForm,
  CARDS,
  expectPaid,
  openCheckout,
  openPayPal,
  payButton,
  payByCard,
  tryAnotherCard,
} from '../../support/browser/checkout.ts';
import { listenTo } from '../../support/browser/observe.ts';
import { type Shopper, signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import {
  capturesOf,
  expectCharged,
  seeMail,
  decidePending,
  watchOrders,
} from '../../support/browser/sandbox.ts';
import { addresses } from '../../support/browser/shop.ts';
import { expect, test } from '../../support/browser/test.ts';
import { answerChallenge } from '../../support/shopper.ts';

const headline = (text: RegExp | string) => ({ level: 1, name: text }) as const;

async function expectNotPaid(page: Page, orders: ReadonlySet<string>, why: string): Promise<void> {
  await expect(page.getByRole('heading', headline(why))).toBeVisible();
  await expect(page.getByText(/^You haven't been charged\./)).toBeVisible();
  expect(await capturesOf(orders)).toEqual([]);
}

async function expectArrived(page: Page, orders: ReadonlySet<string>, { cid, serverId }: Shopper) {
  await expectPaid(page);
  await seeMail(page.context(), { gameId: MINIFLIX.gameId, serverId, cid });
  await expectCharged(orders, 1);
}

test.describe('payment outcomes', () => {
  test('[F06, S08] a card without balance and a declined one charge nothing; another card pays the same order, and the goods arrive', async ({
    page,
  }) => {
    const orders = watchOrders(page);
    const shopper = await buyGems(page, CARDS.poor);
    await expectNotPaid(page, orders, 'Not enough funds on this card');
    await tryAnotherCard(page);
    await payByCard(page, CARDS.declined);
    await expectNotPaid(page, orders, 'Your bank declined the payment');
    await tryAnotherCard(page);
    await payByCard(page, CARDS.success);

    await expectArrived(page, orders, shopper);
    expect(orders.size, 'the declined order was paid').toBe(1);
  });

  test('[F06, F15, R14, S08] a pending payment waits on its page and ends there in success, which actInquireOrder shows, too', async ({
    page,
  }) => {
    const orders = watchOrders(page);
    const shopper = await buyGems(page, CARDS.thinking);

    await expect(page.getByRole('heading', headline('Waiting for your bank'))).toBeVisible();
    await expect(page.getByText("This can take a minute. Please don't pay again.")).toBeVisible();
    await decidePending(orders, 'approve');
    await expectArrived(page, orders, shopper);
    await page.goto(`/miniflix/actInquireOrder${new URL(page.url()).hash}`);
    await expectPaid(page);
  });

  test('[F04, F06, S08] a cancelled PayPal payment charges nothing, and one approved in its popup succeeds @full', async ({
    page,
  }) => {
    const orders = watchOrders(page);
    const shownTexts = await listenTo(page);
    const shopper = await signIn(page);
    await openCheckout(page);
    await page.getByRole('radio', { name: 'PayPal' }).check();
    await expect(payButton(page)).toBeHidden();
    await pressLast((await openPayPal(page)).getByRole('button', { name: 'Cancel' }));
    await shownTexts.announced("You haven't been charged.");
    expect(await capturesOf(orders)).toEqual([]);

    await page.getByRole('radio', { name: 'Credit or debit card' }).check();
    await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
    await expect(payButton(page)).toBeEnabled();
    await page.getByRole('radio', { name: 'PayPal' }).check();

    const wallet = await openPayPal(page);
    await expect(wallet.getByRole('heading', { level: 1 })).toContainText('0.99');
    await pressLast(wallet.getByRole('button', { name: 'Pay now' }));
    await expect(page).toHaveURL(/#order=/);
    await expectArrived(page, orders, shopper);
  });
});

test('[F06, S08] a challenge abandoned for another card is refunded when approved late @full', async ({
  page,
}) => {
  const orders = watchOrders(page);
  await buyGems(page, CARDS.challenge);
  await expect(page.getByRole('heading', headline('Your bank needs you to confirm'))).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  const bank = await page.evaluate(() => {
    const kept: unknown = JSON.parse(sessionStorage.getItem('webpay:checkout:miniflix') ?? 'null');
    return typeof kept === 'object' && kept !== null && 'action_url' in kept ? kept.action_url : '';
  });

  await page.getByRole('button', { name: 'Pay another way' }).click();
  await expect(page.getByRole('heading', headline('You canceled the payment'))).toBeVisible();
  await expect(page.getByText(/^You haven't been charged\./)).toBeVisible();
  expect(await capturesOf(orders)).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);

  await tryAnotherCard(page);
  await payByCard(page, CARDS.success);
  await expectPaid(page);
  expect(orders.size, 'the same order was paid').toBe(1);

  expect(String(bank)).toContain(addresses().sandboxUrl);
  await answerChallenge(String(bank), 'approve');
  await expect
    .poll(async () => (await capturesOf(orders)).map(({ state }) => state).toSorted())
    .toEqual(['captured', 'refunded']);
  await page.reload();
  await expect(page.getByRole('heading', headline('60 Gems delivered'))).toBeVisible();
  await expect(page.getByText(/We received a second payment.*\$0\.99/)).toBeVisible();
});
