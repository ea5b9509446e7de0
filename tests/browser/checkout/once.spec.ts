import type { Browser } from '@playwright/test';
import { findBarriers } from '../../support/browser/axe.ts';
import {
  buyGems,
  cardForm,
  CARDS,
  expectPaid,
  fillCard,
  openCheckout,
  payButton,
  payByCard,
  tryAnotherCard,
} from '../../support/browser/checkout.ts';
import {
  confirmCharacter,
  continueButton,
  expectMails,
  signIn,
} from '../../support/browser/player.ts';
import { capturesOf, expectCharged, watchOrders } from '../../support/browser/sandbox.ts';
import { isTakenOver } from '../../support/browser/steps.ts';
import { expect, IN_APP_BROWSER, test } from '../../support/browser/test.ts';

test('[F05] a double click on Pay, and Pay pressed again while the first request is pending, charge once', async ({
  page,
}) => {
  const orders = watchOrders(page);
  const shopper = await signIn(page);
  await openCheckout(page);
  await fillCard(page, CARDS.success);
  const { promise: pressedAgain, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/cp/payermax/recharge/card', async (route) => {
    await pressedAgain;
    await route.continue();
  });
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/cp/payermax/recharge/card')) asked += 1;
  });
  const pay = payButton(page);
  await pay.dblclick();
  await expect(page.getByRole('button', { name: 'Paying…' })).toBeVisible();
  await page.locator('[data-primary]').last().click({ force: true });
  await page.keyboard.press('Enter');
  letGo();
  await expectPaid(page);
  expect(asked).toBe(1);
  await expectCharged(orders, 1);
  await expectMails(shopper, 1);
});

test('[F05] two tabs with the same checkout charge once @full', async ({ page, context }) => {
  const orders = watchOrders(page);
  const shopper = await signIn(page);
  await openCheckout(page);
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();

  // A duplicated tab copies the session storage with its order key.
  const kept = await page.evaluate((): [string, string][] =>
    Object.keys(sessionStorage).map((name) => [name, sessionStorage.getItem(name) ?? '']),
  );
  const twin = await context.newPage();
  await twin.goto('/robots.txt');
  await twin.evaluate((entries) => {
    for (const [name, value] of entries) sessionStorage.setItem(name, value);
  }, kept);
  await twin.goto(page.url());
  await fillCard(twin, CARDS.success);
  await fillCard(page, CARDS.success);
  await Promise.all([payButton(page).click(), payButton(twin).click()]);
  await expectPaid(page);
  await expectPaid(twin);
  expect(orders.size, 'both tabs hold the same order').toBe(1);
  await expectCharged(orders, 1);
  await expectMails(shopper, 1);
});

test('[F04, S12] a checkout stops without a call when another tab switches the character @full', async ({
  page,
  context,
}) => {
  const orders = watchOrders(page);
  const first = await signIn(page);
  await openCheckout(page);
  await fillCard(page, CARDS.success);
  await expect(payButton(page)).toBeEnabled();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/(order\/create|recharge\/card)/.test(request.url())) asked.push(request.url());
  });

  const elsewhere = await context.newPage();
  const second = await signIn(elsewhere);
  expect(second.cid).not.toBe(first.cid);
  await expect(
    page.getByRole('heading', { name: 'You switched characters in another tab' }),
  ).toBeVisible();
  const was = page.getByText(/^This checkout was for .+ on S\d+/);
  await expect(was).toBeVisible();
  await expect(page.getByText(/^You're now .+ on S\d+/)).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);
  const said = await was.textContent();
  await page.reload();
  await expect(was).toHaveText(said ?? '');
  await expect(page.getByText("You haven't been charged.")).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  expect(asked, 'no call for the other character').toEqual([]);

  await continueButton(page).click();
  await payByCard(page, CARDS.success);
  await expectPaid(page);
  await expectCharged(orders, 1);
  await expectMails(second, 1);
  expect(await first.mails()).toEqual([]);
});

test('[C12, R10, S12] a PayPal approval is captured once, for the character that opened it', async ({
  browser,
  baseURL,
}) => {
  const { context, page, orders, shopper: first } = await goToPayPal(browser, baseURL);
  const approve = page.getByRole('button', { name: 'Pay now' });
  await expect(approve).toBeVisible();

  const elsewhere = await context.newPage();
  const second = await signIn(elsewhere);
  let captures = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/cp/paypal/recharge/captureOrder')) captures += 1;
  });
  await approve.click();
  await expect(page).toHaveURL(/\/miniflix\/payment\?.*PayerID=.*#order=/);
  await expectPaid(page);
  expect(captures).toBe(1);
  await expectCharged(orders, 1);
  await expectMails(first, 1);
  expect(await second.mails()).toEqual([]);
  await context.close();
});

test('[F06, R10] after an approval that PayPal declines, the returned page lets a card pay the same order @full', async ({
  browser,
  baseURL,
}) => {
  const { context, page, orders, shopper } = await goToPayPal(browser, baseURL);
  await page.getByRole('radio', { name: 'A card that is declined' }).check();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page).toHaveURL(/PayerID=.*#order=/);
  await page.getByRole('button', { name: 'Pay another way' }).click();
  await page.getByRole('radio', { name: 'Credit or debit card' }).check();
  await page.getByRole('button', { name: /^Pay by card$/i }).click();
  await payByCard(page, CARDS.success);
  await expect(page).not.toHaveURL(/PayerID=/);
  await expectPaid(page);
  await expectCharged(orders, 1);
  await expectMails(shopper, 1);
  await context.close();
});

test('[F06, R10, S08] a payment rejected at the bank charges nothing; another one approved there succeeds, and a reload during its challenge finds the order again @full', async ({
  page,
}) => {
  const orders = watchOrders(page);
  const shopper = await buyGems(page, CARDS.challenge);
  const wants = page.getByRole('heading', { level: 1, name: 'Your bank needs you to confirm' });
  await expect(wants).toBeVisible();
  await page.getByRole('button', { name: 'Continue to your bank' }).click();
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(page).toHaveURL(/\/miniflix\/payment\?.*#order=/);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your bank declined the payment' }),
  ).toBeVisible();
  await expect(page.getByText(/^You haven't been charged\./)).toBeVisible();
  expect(await capturesOf(orders)).toEqual([]);
  await isTakenOver(page);
  await tryAnotherCard(page);
  await payByCard(page, CARDS.challenge);
  await expect(wants).toBeVisible();

  await page.reload();
  await expect(wants).toBeVisible();
  await page.getByRole('button', { name: 'Continue to your bank' }).click();
  await expect(page.getByRole('heading', { name: 'Is this payment yours?' })).toBeVisible();
  await page.reload();
  await page.goBack();
  await expect(wants).toBeVisible();
  await page.getByRole('button', { name: 'Continue to your bank' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page).toHaveURL(/\/miniflix\/payment\?.*#order=/);
  await expectPaid(page);
  await page.reload();
  await expectPaid(page);
  await expectCharged(orders, 1);
  await expectMails(shopper, 1);
});

test('[R22] an order’s result opens over home without a session @full', async ({
  page,
  browser,
}) => {
  const shopper = await signIn(page);
  const opened = await shopper.open();
  await shopper.payByCard(opened, CARDS.success);
  await shopper.until(opened.token, ({ state }) => state === 'success');
  const hash = `#order=${opened.token}`;
  const { origin } = new URL(page.url());

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  for (const path of ['', '/goodsList']) {
    await other.goto(`${origin}/miniflix${path}${hash}`);
    await expect(other).toHaveURL(`${origin}/miniflix${hash}`);
    await expectPaid(other);
    // Headline, list and announcement agree from the start.
    expect(await other.getByText('Waiting for your payment').count()).toBe(0);
  }
  await other.getByRole('button', { name: 'Close' }).click();
  await expect(other).toHaveURL(`${origin}/miniflix`);
  await expect(other.getByRole('button', { name: 'Choose a server', exact: true })).toBeVisible();

  const missing = { name: 'Payment invalid or order does not exist' } as const;
  await other.goto(`${origin}/poi_mbo${hash}`);
  await expect(other.getByRole('heading', missing).first()).toBeVisible();
  await other.goto(`${origin}/miniflix#order=no-such-order-0000000000`);
  await expect(other.getByRole('heading', missing).first()).toBeVisible();
  await other.getByRole('button', { name: 'Go to shop' }).click();
  await expect(other).toHaveURL(`${origin}/miniflix`);
  await elsewhere.close();
});

test('[R22, F06, S08] a declined order opened on another device names its character and is paid there once @full', async ({
  page,
  browser,
}) => {
  const shopper = await signIn(page);
  // The page sends a key with each order; by it the order is found again.
  const opened = await shopper.open({ order_key: crypto.randomUUID() });
  await shopper.payByCard(opened, CARDS.declined);
  const orders = new Set([opened.order_id]);
  const declined = { name: 'Your bank declined the payment' } as const;
  const hash = `#order=${opened.token}`;
  const { origin } = new URL(page.url());

  const elsewhere = await browser.newContext({ baseURL: origin });
  const other = await elsewhere.newPage();
  const paidThere = watchOrders(other);
  const stranger = await signIn(other);
  expect(stranger.cid).not.toBe(shopper.cid);
  const leads = other.getByText(/^To pay for it, open the shop as (.+)\.$/);
  for (const path of ['/payment', '']) {
    await other.goto(`/miniflix${path}${hash}`);
    await expect(other.getByRole('heading', declined)).toBeVisible();
    await expect(leads).toBeVisible();
    await expect(other.getByRole('radiogroup')).toHaveCount(0);
  }
  expect(await findBarriers(other)).toEqual([]);

  await continueButton(other).click();
  await expect(other).toHaveURL('/miniflix');
  await confirmCharacter(other, { cid: shopper.cid });
  await continueButton(other).click();
  await expect(other).toHaveURL(`/miniflix/payment${hash}`);
  await expect(leads).toHaveCount(0);
  await other.getByRole('radio', { name: 'Credit or debit card' }).check();
  await other.getByRole('button', { name: 'Pay by card' }).click();
  await payByCard(other, CARDS.success);
  await expectPaid(other);
  expect([...paidThere], 'the same order was paid').toEqual([...orders]);
  await expectCharged(orders, 1);
  await expectMails(shopper, 1);
  await elsewhere.close();
});

/** Leads a new character to PayPal's own page: in-app browsers open no windows. */
async function goToPayPal(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({ baseURL: baseURL ?? '', userAgent: IN_APP_BROWSER });
  const page = await context.newPage();
  const orders = watchOrders(page);
  const shopper = await signIn(page);
  await openCheckout(page);
  await page.getByRole('radio', { name: 'PayPal' }).check();
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  return { context, page, orders, shopper };
}
