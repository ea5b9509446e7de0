import type { Page, Route } from '@playwright/test';
import { CARDS, cardForm, fillCard, payByCard, payButton } from '../../support/browser/checkout.ts';
import { openGems, PAID } from '../../support/browser/gems.ts';
import { type Heard, listenTo } from '../../support/browser/heard.ts';
import { expectCharged, tellBank, watchOrders } from '../../support/browser/money.ts';
import { signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { expect, test } from '../../support/browser/test.ts';

const CREATE = '**/api/recharge/order/create';
const CARD = '**/cp/payermax/recharge/card';
const INQUIRE = '**/api/common/order/inquire';

/** What a broken server, a proxy or a gateway in between may say instead of an answer. */
const NONSENSE = [
  { what: '500', status: 500, contentType: 'application/json', body: '{"oops":true}' },
  { what: '413', status: 413, contentType: 'text/plain', body: 'too large' },
  { what: 'HTML', status: 200, contentType: 'text/html', body: '<!doctype html><p>Hotel Wi-Fi' },
] as const;

const pay = (page: Page) => payButton(page, MINIFLIX.price);

test('[E02, S08] what is no answer to order/create, to the payment or to the inquiry is told, charges nothing and can be tried again', async ({
  page,
}) => {
  const orders = watchOrders(page);
  const heard = await listenTo(page);
  await signIn(page, MINIFLIX);
  for (const { what, ...answer } of NONSENSE) {
    await test.step(`order/create: ${what}`, async () => {
      await page.route(CREATE, (route) => route.fulfill(answer));
      await openGems(page);
      const told = page.getByRole('alert');
      await expect(told).toContainText('The order could not be opened');
      await expect(told).toContainText('You have not been charged.');
      await page.unroute(CREATE);
      await told.getByRole('button', { name: 'Try again' }).click();
      await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
    });
  }
  await test.step('recharge/card: 500, and it never arrived', async () => {
    await page.route(CARD, (route) => route.fulfill(NONSENSE[0]));
    await fillCard(page, CARDS.success);
    await payAfterDoubt(page, heard);
    await page.unroute(CARD);
  });
  await fillCard(page, CARDS.success);
  // It arrives, and its answer is a proxy's page; so is that of whoever asks.
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
    page.getByRole('heading', { level: 1, name: 'The order did not load' }),
  ).toBeVisible();
  await expect(
    page.getByText('Your payment is not affected. Try again in a moment.'),
  ).toBeVisible();
  await page.unroute(INQUIRE);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  expect(orders.size, 'one order, whatever happened to it').toBe(1);
  await expectCharged(orders, 1);
});

test('[E02, S08] a network that breaks before, during and after the payment loses nothing and pays once', async ({
  page,
  context,
}) => {
  const orders = watchOrders(page);
  const heard = await listenTo(page);
  await signIn(page, MINIFLIX);
  await page.goto('/miniflix/goodsList');
  await page.getByRole('button', { name: /^60 Gems, / }).click();
  const buy = page.getByRole('button', { name: 'Buy now' });
  await expect(buy).toBeVisible();

  await test.step('before order/create', async () => {
    await context.setOffline(true);
    await expect(page.getByText('You are offline. Prices may be old.')).toBeVisible();
    await expect(buy).toHaveAttribute('aria-disabled', 'true');
    await context.setOffline(false);
    await expect(buy).not.toHaveAttribute('aria-disabled');
    await buy.click();
    await fillCard(page, CARDS.success);
  });
  await test.step('between order/create and Pay: what was typed stays', async () => {
    await context.setOffline(true);
    await expect(pay(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(pay(page)).toHaveAccessibleDescription('You are offline');
    await context.setOffline(false);
    await expect(cardForm(page).getByLabel('Card number')).toHaveValue('4111 1111 1111 1111');
    await expect(pay(page)).not.toHaveAttribute('aria-disabled');
  });
  await test.step('the payment never arrives: nothing is charged, the order can be paid', async () => {
    await page.route(CARD, (route) => route.abort('connectionreset'));
    await payAfterDoubt(page, heard);
    await page.unroute(CARD);
    await expectCharged(orders, 0);
    await fillCard(page, CARDS.success);
  });
  await test.step('the payment arrives, its answer does not', async () => {
    let isThere = false;
    await page.route(CARD, async (route) => {
      if (!isThere) await route.fetch();
      isThere = true;
      await route.abort('connectionreset');
    });
    await pay(page).click();
    await expect(page.getByRole('heading', PAID)).toBeVisible();
    await page.unroute(CARD);
  });
  expect(orders.size).toBe(1);
  await expectCharged(orders, 1);

  await test.step('while waiting', async () => {
    await openGems(page);
    await payByCard(page, MINIFLIX.price, CARDS.thinking);
    await expect(page.getByRole('heading', { name: 'Waiting for your bank' })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('You are offline. Prices may be old.')).toBeVisible();
    await tellBank(orders, 'approve');
    await expect(page.getByRole('heading', { name: 'Waiting for your bank' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', PAID)).toBeVisible();
  });
  expect(orders.size).toBe(2);
  await expectCharged(orders, 2);
});

test('[F04, F05] blocked scripts of the gateways and pictures that fail leave a way to pay', async ({
  page,
}) => {
  const orders = watchOrders(page);
  await signIn(page, MINIFLIX);
  await page.route(/\.(webp|svg|png)(\?|$)/, (route) => route.abort());
  await page.route('**/payermax/dropin.js', (route) => route.abort());
  await page.route('**/paypal/sdk/js*', (route) => route.abort());
  await openGems(page);
  await expect(page.getByText(/^The card form did not load\./)).toBeVisible();
  await expect(page.getByText('60 Gems').first()).toBeVisible();
  await page.getByRole('radio', { name: 'PayPal' }).check();
  // Without its script the wallet's own page is the way.
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page).toHaveURL(/\/miniflix\/payment.*#order=/);
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  await expectCharged(orders, 1);
});

test('[F05, R10] a reload and the back button in the very moment of paying pay once and find the order', async ({
  page,
}) => {
  const orders = watchOrders(page);
  await signIn(page, MINIFLIX);
  await page.goto('/miniflix/goodsList');
  await page.getByRole('button', { name: /^60 Gems, / }).click();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await fillCard(page, CARDS.success);
  const held = await hold(page, CARD);
  await pay(page).click();
  await expect(page.getByRole('button', { name: 'Paying…' })).toBeVisible();
  await held.first;
  await page.reload();
  // The first press was on its way when the page was left: the order decides.
  await held.release();
  await expect(page).toHaveURL(/#order=/);
  const isPaid = () => page.getByRole('heading', PAID).isVisible();
  const isForm = () => cardForm(page).getByLabel('Card number').isVisible();
  await expect.poll(async () => (await isPaid()) || (await isForm())).toBe(true);
  if (await isForm()) {
    await fillCard(page, CARDS.success);
    await pay(page).click();
  }
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/miniflix/goodsList');
  await page.goForward();
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  expect(orders.size).toBe(1);
  await expectCharged(orders, 1);
});

/**
 * Pays, and nobody hears what became of it: that is waited for; then the order says that nothing was
 * charged, and stays so until the player goes on with that same order.
 */
async function payAfterDoubt(page: Page, heard: Heard): Promise<void> {
  heard.forget();
  await pay(page).click();
  await expect(page).toHaveURL(/#order=/);
  // It says so for five seconds.
  await heard.said('Waiting for your bank');
  await heard.said('This can take a minute. Do not pay again.');
  await expect(
    page.getByRole('heading', { level: 1, name: 'This order is not paid yet' }),
  ).toBeVisible();
  expect(heard.everSaid('System error. Please try again later.')).toBe(false);
  await expect(page.getByText('You have not been charged. You can still pay it.')).toBeVisible();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(cardForm(page).getByLabel('Card number')).toHaveValue('');
}

/** Keeps a call from arriving until it is let go; what was left meanwhile never arrives. */
async function hold(
  page: Page,
  url: string,
): Promise<{ readonly first: Promise<void>; readonly release: () => Promise<void> }> {
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
