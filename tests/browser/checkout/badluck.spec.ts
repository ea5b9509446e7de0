import type { Page, Route } from '@playwright/test';
import {
  cardForm,
  CARDS,
  expectPaid,
  fillCard,
  listedGood,
  openCheckout,
  PAID,
  payButton,
  payByCard,
} from '../../support/browser/checkout.ts';
import { type ShownTexts, listenTo } from '../../support/browser/observe.ts';
import { expectMails, signIn } from '../../support/browser/player.ts';
import { expectCharged, decidePending, watchOrders } from '../../support/browser/sandbox.ts';
import { expect, test } from '../../support/browser/test.ts';

const CREATE = '**/api/recharge/order/create';
const CARD = '**/cp/payermax/recharge/card';
const INQUIRE = '**/api/common/order/inquire';

/** Answers that a broken server or proxy may send. */
const NONSENSE = [
  { what: '500', status: 500, contentType: 'application/json', body: '{"oops":true}' },
  { what: '413', status: 413, contentType: 'text/plain', body: 'too large' },
  { what: 'HTML', status: 200, contentType: 'text/html', body: '<!doctype html><p>Hotel Wi-Fi' },
] as const;

const pay = (page: Page) => payButton(page);

test('[E02, S08] an invalid answer to order/create, payment or inquiry is reported and can be retried without a second charge @full', async ({
  page,
}) => {
  const orders = watchOrders(page);
  const shownTexts = await listenTo(page);
  await signIn(page);
  for (const { what, ...answer } of NONSENSE) {
    await test.step(`order/create: ${what}`, async () => {
      await page.route(CREATE, (route) => route.fulfill(answer));
      await openCheckout(page);
      const told = page.getByRole('alert');
      await expect(told).toContainText("We couldn't create your order");
      await expect(told).toContainText("You haven't been charged.");
      await page.unroute(CREATE);
      await told.getByRole('button', { name: 'Try again' }).click();
      await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
    });
  }
  await test.step('recharge/card answers 500 and the payment never arrives', async () => {
    await page.route(CARD, (route) => route.fulfill(NONSENSE[0]));
    await fillCard(page, CARDS.success);
    await payAfterLostAnswer(page, shownTexts);
    await page.unroute(CARD);
  });
  await fillCard(page, CARDS.success);
  // The payment arrives, but its answer and the inquiry's are broken.
  const { promise: arrived, resolve: tell } = Promise.withResolvers<void>();
  await page.route(CARD, async (route) => {
    await route.fetch();
    tell();
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' });
  });
  await page.route(INQUIRE, (route) => route.fulfill(NONSENSE[0]));
  await pay(page).click();
  await arrived;
  await expect(
    page.getByRole('heading', { level: 1, name: "Couldn't load the order" }),
  ).toBeVisible();
  await expect(page.getByText("Your payment isn't affected. Try again in a moment.")).toBeVisible();
  await page.unroute(INQUIRE);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectPaid(page);
  expect(orders.size, 'one order').toBe(1);
  await expectCharged(orders, 1);
});

test('[E02, S08] a network failure before, during and after the payment loses no order and charges once @full', async ({
  page,
  context,
}) => {
  const orders = watchOrders(page);
  const shownTexts = await listenTo(page);
  await signIn(page);
  await page.goto('/miniflix/goodsList');
  await page.getByRole('button', { name: /^60 Gems, / }).click();
  const buy = page.getByRole('button', { name: 'Buy now' });
  await expect(buy).toBeVisible();

  await test.step('offline before order/create', async () => {
    await context.setOffline(true);
    await expect(page.getByText("You're offline. Prices may be out of date.")).toBeVisible();
    await expect(buy).toHaveAttribute('aria-disabled', 'true');
    await context.setOffline(false);
    await expect(buy).not.toHaveAttribute('aria-disabled');
    await buy.click();
    await fillCard(page, CARDS.success);
  });
  await test.step('offline between order/create and Pay keeps the typed card', async () => {
    await context.setOffline(true);
    await expect(pay(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(pay(page)).toHaveAccessibleDescription("You're offline");
    await context.setOffline(false);
    await expect(cardForm(page).getByLabel('Card number')).toHaveValue('4111 1111 1111 1111');
    await expect(pay(page)).not.toHaveAttribute('aria-disabled');
  });
  await test.step('the payment never arrives: nothing is charged, the order stays payable', async () => {
    await page.route(CARD, (route) => route.abort('connectionreset'));
    await payAfterLostAnswer(page, shownTexts);
    await page.unroute(CARD);
    await expectCharged(orders, 0);
    await fillCard(page, CARDS.success);
  });
  await test.step('the payment arrives, its answer is lost', async () => {
    let isThere = false;
    await page.route(CARD, async (route) => {
      if (!isThere) await route.fetch();
      isThere = true;
      await route.abort('connectionreset');
    });
    await pay(page).click();
    await expectPaid(page);
    await page.unroute(CARD);
  });
  expect(orders.size).toBe(1);
  await expectCharged(orders, 1);

  await test.step('offline while the bank decides', async () => {
    await openCheckout(page);
    await payByCard(page, CARDS.thinking);
    await expect(page.getByRole('heading', { name: 'Waiting for your bank' })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText("You're offline. Prices may be out of date.")).toBeVisible();
    await decidePending(orders, 'approve');
    await expect(page.getByRole('heading', { name: 'Waiting for your bank' })).toBeVisible();
    await context.setOffline(false);
    await expectPaid(page);
  });
  expect(orders.size).toBe(2);
  await expectCharged(orders, 2);
});

test('[F04, F05] blocked gateway scripts and failed images leave a method @full', async ({
  page,
}) => {
  const orders = watchOrders(page);
  await signIn(page);
  await page.route(/\.(webp|svg|png)(\?|$)/, (route) => route.abort());
  await page.route('**/payermax/dropin.js', (route) => route.abort());
  await page.route('**/paypal/sdk/js*', (route) => route.abort());
  await openCheckout(page);
  await expect(page.getByText(/^The card form didn't load\./)).toBeVisible();
  await expect(page.getByText('60 Gems').first()).toBeVisible();
  await page.getByRole('radio', { name: 'PayPal' }).check();
  // Without the script PayPal's own page opens.
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page).toHaveURL(/\/miniflix\/payment.*#order=/);
  await expectPaid(page);
  await expectCharged(orders, 1);
});

test('[F05, F06, R10] a reload during the payment and Back after it charge once and find the order @full', async ({
  page,
}) => {
  const orders = watchOrders(page);
  const shopper = await signIn(page);
  await page.goto('/miniflix/goodsList');
  await page.getByRole('button', { name: /^60 Gems, / }).click();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await fillCard(page, CARDS.success);
  const held = await hold(page, CARD);
  await pay(page).click();
  await expect(page.getByRole('button', { name: 'Paying…' })).toBeVisible();
  await held.first;
  await page.reload();
  // The first request was under way: the order's state decides.
  await held.release();
  await expect(page).toHaveURL(/#order=/);
  const isPaid = () => page.getByRole('heading', PAID).isVisible();
  const isForm = () => cardForm(page).getByLabel('Card number').isVisible();
  await expect.poll(async () => (await isPaid()) || (await isForm())).toBe(true);
  if (await isForm()) {
    await fillCard(page, CARDS.success);
    await pay(page).click();
  }
  await expectPaid(page);
  await page.goBack();
  await expect(page).toHaveURL('/miniflix/goodsList');
  await expect(listedGood(page, '60 Gems')).toBeVisible();
  await page.goForward();
  await expectPaid(page);
  await page.reload();
  await expectPaid(page);
  expect(orders.size).toBe(1);
  await expectCharged(orders, 1);
  await expectMails(shopper, 1);
});

/**
 * Pays without receiving the result, waits for "nothing was charged", and returns to the checkout.
 */
async function payAfterLostAnswer(page: Page, shownTexts: ShownTexts): Promise<void> {
  shownTexts.clear();
  await pay(page).click();
  await expect(page).toHaveURL(/#order=/);
  // The page says so for five seconds.
  await shownTexts.shown('Waiting for your bank');
  await shownTexts.shown("This can take a minute. Please don't pay again.");
  await expect(
    page.getByRole('heading', { level: 1, name: "This order isn't paid yet" }),
  ).toBeVisible();
  expect(shownTexts.hasShown('System error. Please try again later.')).toBe(false);
  await expect(page.getByText("You haven't been charged. You can still pay for it.")).toBeVisible();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(cardForm(page).getByLabel('Card number')).toHaveValue('');
}

/** Queues a call until `release`; calls of a closed page never arrive. */
async function hold(page: Page, url: string) {
  const routes: Route[] = [];
  const { promise: first, resolve: tell } = Promise.withResolvers<void>();
  await page.route(url, (route) => {
    routes.push(route);
    tell();
  });
  return {
    first,
    release: async () => {
      await page.unroute(url);
      for (const route of routes) await route.continue().catch(() => undefined);
    },
  };
}
