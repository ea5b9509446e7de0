import { findBarriers } from '../../support/browser/axe.ts';
import { CARDS, cardForm, fillCard, payByCard, payButton } from '../../support/browser/checkout.ts';
import { buyGems, openGems, PAID } from '../../support/browser/gems.ts';
import { expectCharged, watchOrders } from '../../support/browser/money.ts';
import { mailsOf } from '../../support/browser/mailbox.ts';
import { confirmCharacter, type Shopper, signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { expect, test } from '../../support/browser/test.ts';

// Colours are those of the finished picture, not of one that is still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A browser inside another app. */
const IN_APP =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/500.0;]';
const boxOf = ({ cid, serverId }: Shopper) => ({ gameId: MINIFLIX.gameId, serverId, cid });

test('[F05] a double click on Pay charges once', async ({ page }) => {
  const orders = watchOrders(page);
  const shopper = await signIn(page, MINIFLIX);
  await openGems(page);
  await fillCard(page, CARDS.success);
  await payButton(page, MINIFLIX.price).dblclick();
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  await expectCharged(orders, 1);
  await expect.poll(async () => (await mailsOf(boxOf(shopper))).length).toBe(1);
});

test('[F05] Pay pressed while the last press is still on its way charges once', async ({
  page,
}) => {
  const orders = watchOrders(page);
  await signIn(page, MINIFLIX);
  await openGems(page);
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
  const pay = payButton(page, MINIFLIX.price);
  await pay.click();
  await expect(page.getByRole('button', { name: 'Paying…' })).toBeVisible();
  await page.locator('[data-primary]').last().click({ force: true });
  await page.keyboard.press('Enter');
  letGo();
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  expect(asked).toBe(1);
  await expectCharged(orders, 1);
});

test('[F06] the back button after paying leads to no second payment', async ({ page }) => {
  const orders = watchOrders(page);
  const shopper = await signIn(page, MINIFLIX);
  await page.goto('/miniflix/goodsList');
  await page.getByRole('button', { name: /^60 Gems, / }).click();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await payByCard(page, MINIFLIX.price, CARDS.success);
  await expect(page.getByRole('heading', PAID)).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL('/miniflix/goodsList');
  await expect(page.getByRole('button', { name: /^60 Gems, / })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  await expectCharged(orders, 1);
  await expect.poll(async () => (await mailsOf(boxOf(shopper))).length).toBe(1);
});

test('[F05] two tabs with the same checkout charge once', async ({ page, context }) => {
  const orders = watchOrders(page);
  const shopper = await signIn(page, MINIFLIX);
  await openGems(page);
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();

  // A duplicated tab takes the session storage along, the checkout with its order key in it.
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
  await Promise.all([
    payButton(page, MINIFLIX.price).click(),
    payButton(twin, MINIFLIX.price).click(),
  ]);
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  await expect(twin.getByRole('heading', PAID)).toBeVisible();
  expect(orders.size, 'both tabs hold the same order').toBe(1);
  await expectCharged(orders, 1);
  await expect.poll(async () => (await mailsOf(boxOf(shopper))).length).toBe(1);
});

test('[F04, S12] a checkout stays with its character: another chosen in another tab stops it before anything is asked', async ({
  page,
  context,
}) => {
  const orders = watchOrders(page);
  const first = await signIn(page, MINIFLIX);
  await openGems(page);
  await fillCard(page, CARDS.success);
  await expect(payButton(page, MINIFLIX.price)).toBeEnabled();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/(order\/create|recharge\/card)/.test(request.url())) asked.push(request.url());
  });

  const elsewhere = await context.newPage();
  const second = await signIn(elsewhere, MINIFLIX);
  expect(second.cid).not.toBe(first.cid);
  await expect(
    page.getByRole('heading', { name: 'The character was changed in another tab' }),
  ).toBeVisible();
  const was = page.getByText(/^This checkout was for .+ on S\d+/);
  await expect(was).toBeVisible();
  await expect(page.getByText(/^You are now .+ on S\d+/)).toBeVisible();
  await expect(payButton(page, MINIFLIX.price)).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);
  // Loaded anew it says the same, and goes on for nobody by itself.
  const said = await was.textContent();
  await page.reload();
  await expect(was).toHaveText(said ?? '');
  await expect(page.getByText('You have not been charged.')).toBeVisible();
  await expect(payButton(page, MINIFLIX.price)).toHaveCount(0);
  expect(asked, 'nothing is asked for whom the page was not opened').toEqual([]);

  await page.getByRole('button', { name: /^Continue as / }).click();
  await payByCard(page, MINIFLIX.price, CARDS.success);
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  await expectCharged(orders, 1);
  await expect.poll(async () => (await mailsOf(boxOf(second))).length).toBe(1);
  expect(await mailsOf(boxOf(first))).toEqual([]);
});

test('[C12, R10, S12] what is approved in a wallet is taken once, for whom it was opened, whoever was chosen meanwhile', async ({
  browser,
  baseURL,
}) => {
  // In-app browsers open no windows: the wallet's own page is the whole way.
  const context = await browser.newContext({ baseURL: baseURL ?? '', userAgent: IN_APP });
  const page = await context.newPage();
  const orders = watchOrders(page);
  const first = await signIn(page, MINIFLIX);
  await openGems(page);
  await page.getByRole('radio', { name: 'PayPal' }).check();
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  const approve = page.getByRole('button', { name: 'Pay now' });
  await expect(approve).toBeVisible();

  const elsewhere = await context.newPage();
  const second = await signIn(elsewhere, MINIFLIX);
  let captures = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/cp/paypal/recharge/captureOrder')) captures += 1;
  });
  await approve.click();
  await expect(page).toHaveURL(/\/miniflix\/payment\?.*PayerID=.*#order=/);
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  expect(captures).toBe(1);
  await expectCharged(orders, 1);
  await expect.poll(async () => (await mailsOf(boxOf(first))).length).toBe(1);
  expect(await mailsOf(boxOf(second))).toEqual([]);
  await context.close();
});

test('[R10, S08] a reload in the middle of the bank’s confirmation finds the order again and charges once', async ({
  page,
}) => {
  const orders = watchOrders(page);
  const shopper = await buyGems(page, CARDS.challenge);
  const wants = page.getByRole('heading', { level: 1, name: 'Your bank asks you to confirm' });
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
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  await expectCharged(orders, 1);
  await expect.poll(async () => (await mailsOf(boxOf(shopper))).length).toBe(1);
});

test('[R22] the result of an order opens over home in a browser that has no session', async ({
  page,
  browser,
}) => {
  await buyGems(page, CARDS.success);
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  const { hash, origin } = new URL(page.url());

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  for (const path of ['', '/payment', '/directPayment', '/goodsList']) {
    await other.goto(`${origin}/miniflix${path}${hash}`);
    await expect(other).toHaveURL(`${origin}/miniflix${hash}`);
    await expect(other.getByRole('heading', PAID)).toBeVisible();
    // Headline, list and spoken line say one thing from the first moment.
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
  await other.getByRole('button', { name: 'To the shop' }).click();
  await expect(other).toHaveURL(`${origin}/miniflix`);
  await elsewhere.close();
});

test('[R22, F06, S08] a declined order opened elsewhere says who can pay it, leads there and is paid once, as the same order', async ({
  page,
  browser,
}) => {
  test.slow();
  const orders = watchOrders(page);
  const shopper = await signIn(page, MINIFLIX);
  await openGems(page);
  await payByCard(page, MINIFLIX.price, CARDS.declined);
  const declined = { name: 'The bank declined this payment' } as const;
  await expect(page.getByRole('heading', declined)).toBeVisible();
  const { hash, origin } = new URL(page.url());

  const elsewhere = await browser.newContext({ baseURL: origin });
  const other = await elsewhere.newPage();
  const paidThere = watchOrders(other);
  const stranger = await signIn(other, MINIFLIX);
  expect(stranger.cid).not.toBe(shopper.cid);
  const leads = other.getByText(/^To pay it, open the shop as (.+)\.$/);
  for (const path of ['/payment', '']) {
    await other.goto(`/miniflix${path}${hash}`);
    await expect(other.getByRole('heading', declined)).toBeVisible();
    await expect(leads).toBeVisible();
    await expect(other.getByRole('radiogroup')).toHaveCount(0);
  }
  expect(await findBarriers(other)).toEqual([]);

  await other.getByRole('button', { name: /^Continue as / }).click();
  await expect(other).toHaveURL('/miniflix');
  await confirmCharacter(other, { server: MINIFLIX.server, cid: shopper.cid });
  await other.getByRole('button', { name: /^Continue as / }).click();
  await expect(other).toHaveURL(`/miniflix/payment${hash}`);
  await expect(leads).toHaveCount(0);
  await other.getByRole('radio', { name: 'Credit or debit card' }).check();
  await other.getByRole('button', { name: 'Pay by card' }).click();
  await payByCard(other, MINIFLIX.price, CARDS.success);
  await expect(other.getByRole('heading', PAID)).toBeVisible();
  expect([...paidThere], 'the same order was paid').toEqual([...orders]);
  await expectCharged(orders, 1);
  await expect.poll(async () => (await mailsOf(boxOf(shopper))).length).toBe(1);
  await elsewhere.close();
});

test('[R14] the return page of events shows the order of its fragment', async ({ page }) => {
  await buyGems(page, CARDS.success);
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  const { hash } = new URL(page.url());
  await page.goto(`/miniflix/actInquireOrder${hash}`);
  await expect(page.getByRole('heading', PAID)).toBeVisible();
});
