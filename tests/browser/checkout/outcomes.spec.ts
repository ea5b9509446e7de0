import type { Page } from '@playwright/test';
import { pressLast } from '../../support/browser/press-last.ts';
import { CARDS, payByCard, payButton } from '../../support/browser/checkout.ts';
import { buyGems, openGems, PAID } from '../../support/browser/gems.ts';
import { seeMail } from '../../support/browser/mailbox.ts';
import { capturesOf, expectCharged, tellBank, watchOrders } from '../../support/browser/money.ts';
import { type Shopper, signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { expect, test } from '../../support/browser/test.ts';

const headline = (text: RegExp | string) => ({ level: 1, name: text }) as const;

/** The order's page says why nothing came of it, and that nothing was taken: which is so. */
async function expectNotPaid(page: Page, orders: ReadonlySet<string>, why: string): Promise<void> {
  await expect(page.getByRole('heading', headline(why))).toBeVisible();
  await expect(page.getByText(/^You have not been charged\./)).toBeVisible();
  expect(await capturesOf(orders)).toEqual([]);
}

/** The order's page says that it is paid; the mail is in the game, and the money was taken once. */
async function expectArrived(
  page: Page,
  orders: ReadonlySet<string>,
  { cid, serverId }: Shopper,
): Promise<void> {
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  await seeMail(page.context(), { gameId: MINIFLIX.gameId, serverId, cid });
  await expectCharged(orders, 1);
}

test.describe('every way a payment in miniflix can end', () => {
  test('[F06, S08] a declined card says so, charges nothing, and the order can be paid another way', async ({
    page,
  }) => {
    const orders = watchOrders(page);
    await buyGems(page, CARDS.declined);

    await expectNotPaid(page, orders, 'The bank declined this payment');
    await expect(page.getByText('Your order is kept for')).toBeVisible();

    await page.getByRole('radio', { name: 'Another card' }).check();
    await page.getByRole('button', { name: 'Pay with Another card' }).click();
    await payByCard(page, MINIFLIX.price, CARDS.success);
    await expect(page.getByRole('heading', PAID)).toBeVisible();
    expect(orders.size, 'the same order was paid').toBe(1);
    await expectCharged(orders, 1);
  });

  test('[F06, S08] a card without enough balance says so and charges nothing', async ({ page }) => {
    const orders = watchOrders(page);
    await buyGems(page, CARDS.poor);

    await expectNotPaid(page, orders, 'Not enough balance on this card');
  });

  test('[F06, R10, S08] a payment the bank wants confirmed succeeds when the player approves it there', async ({
    page,
  }) => {
    const orders = watchOrders(page);
    const shopper = await buyGems(page, CARDS.challenge);

    await expect(
      page.getByRole('heading', headline('Your bank asks you to confirm')),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Continue to your bank' }).click();
    await expect(page.getByRole('heading', { name: 'Is this payment yours?' })).toBeVisible();
    await page.getByRole('button', { name: 'Approve' }).click();

    await expect(page).toHaveURL(/\/miniflix\/payment\?.*#order=/);
    await expectArrived(page, orders, shopper);
  });

  test('[F06, S08] a payment the player rejects at the bank fails and charges nothing', async ({
    page,
  }) => {
    const orders = watchOrders(page);
    await buyGems(page, CARDS.challenge);
    await page.getByRole('button', { name: 'Continue to your bank' }).click();
    await page.getByRole('button', { name: 'Reject' }).click();

    await expect(page).toHaveURL(/\/miniflix\/payment\?.*#order=/);
    await expectNotPaid(page, orders, 'The bank declined this payment');
  });

  test('[F06, F15, S08] a payment that is pending waits on the page and ends there in success', async ({
    page,
  }) => {
    const orders = watchOrders(page);
    const shopper = await buyGems(page, CARDS.thinking);

    await expect(page.getByRole('heading', headline('Waiting for your bank'))).toBeVisible();
    await expect(page.getByText('This can take a minute. Do not pay again.')).toBeVisible();
    await tellBank(orders, 'approve');
    await expectArrived(page, orders, shopper);
  });

  test('[F04, F06, S08] PayPal approved in its own window ends in success', async ({ page }) => {
    const orders = watchOrders(page);
    const shopper = await signIn(page, MINIFLIX);
    await openGems(page);
    await page.getByRole('radio', { name: 'PayPal' }).check();
    await expect(payButton(page, MINIFLIX.price)).toBeHidden();

    const opens = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'PayPal' }).click();
    const wallet = await opens;
    await expect(wallet.getByRole('heading', { level: 1 })).toContainText('0.99');
    await pressLast(wallet.getByRole('button', { name: 'Pay now' }));

    await expect(page).toHaveURL(/#order=/);
    await expectArrived(page, orders, shopper);
  });

  test('[F06, S08] PayPal cancelled leaves the player at the checkout, not charged, free to pay by card', async ({
    page,
  }) => {
    const orders = watchOrders(page);
    await signIn(page, MINIFLIX);
    await openGems(page);
    await page.getByRole('radio', { name: 'PayPal' }).check();
    const opens = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'PayPal' }).click();
    const wallet = await opens;
    await pressLast(wallet.getByRole('button', { name: 'Cancel' }));

    await expect(page.getByText('You have not been charged.')).toBeVisible();
    expect(await capturesOf(orders)).toEqual([]);
    await page.getByRole('radio', { name: 'Credit or debit card' }).check();
    await payByCard(page, MINIFLIX.price, CARDS.success);
    await expect(page.getByRole('heading', PAID)).toBeVisible();
    await expectCharged(orders, 1);
  });
});
