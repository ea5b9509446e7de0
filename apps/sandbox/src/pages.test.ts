import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, FrameLocator, Page } from '@playwright/test';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pressLast } from '../../../tests/support/browser/press-last.ts';
import type { Sandbox } from './sandbox.ts';
import { openShopPage, type ShopPage } from './testing/page.ts';
import { callGame, callPayermax, orderData, type Shop } from './testing/shop.ts';
import { openWallet } from './testing/wallet.ts';
import { openShopAndSandbox } from './testing/sandbox.ts';
import { fieldsOf } from './shape.ts';

let shop: Shop;
let sandbox: Sandbox;
let shopPage: ShopPage;
let context: BrowserContext;

beforeAll(async () => {
  const opened = await openShopAndSandbox();
  ({ shop, sandbox } = opened);
  shopPage = await openShopPage(sandbox.url);
  return async () => {
    await shopPage.close();
    await opened.close();
  };
});
beforeEach(async () => {
  context = await shopPage.context();
});
afterEach(() => context.close());

const wrongWith = async (page: Page): Promise<string[]> =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id);

/** Mounts the card form as a shop does; its answers go to `window.said`. */
async function mountCard(page: Page, options: Record<string, unknown> = {}): Promise<FrameLocator> {
  const session = await callPayermax(sandbox.url, 'applyDropinSession', {
    totalAmount: '19.99',
    currency: 'USD',
    country: 'US',
    userId: 'u_1',
  });
  const keys = JSON.stringify({ ...session.data, sandbox: true, ...options });
  await page.evaluate(`
    window.said = [];
    window.keys = ${keys};
    window.card = PMdropin.create('card', keys).mount('#card');
    card.on('form-check', ({ isFormValid }) => said.push(isFormValid));
    new Promise((resolve) => card.on('ready', resolve));`);
  return page.frameLocator('#card iframe');
}

const askForToken = async (page: Page) =>
  fieldsOf(await page.evaluate("card.emit('canMakePayment')"));

describe('the card form', () => {
  it('groups digits by brand, inserts the slash, shows the mark, and returns a token', async () => {
    const page = await shopPage.open(context);
    const form = await mountCard(page);
    const number = form.getByLabel('Card number');
    await number.pressSequentially('378282246310005');
    expect(await number.inputValue()).toBe('3782 822463 10005');
    await number.fill('');
    await number.pressSequentially('41111111111111119');
    expect(await number.inputValue()).toBe('4111 1111 1111 1111 9');
    await number.press('Backspace');
    expect(await form.getByAltText('Visa').isVisible()).toBe(true);
    await form.getByLabel('Expiry').pressSequentially('1/39');
    expect(await form.getByLabel('Expiry').inputValue()).toBe('01 / 39');
    await form.getByLabel('Security code').fill('123');
    const result = await askForToken(page);
    expect(result).toMatchObject({ code: 'APPLY_SUCCESS', data: { cardOrg: 'VISA' } });
    expect(await page.evaluate('said')).toEqual([false, true]);
    expect(await wrongWith(page)).toEqual([]);
  });

  it('keeps the caret where a digit was inserted', async () => {
    const page = await shopPage.open(context);
    const number = (await mountCard(page)).getByLabel('Card number');
    await number.pressSequentially('41111111');
    await number.press('Home');
    await number.press('ArrowRight');
    await number.pressSequentially('22');
    expect(await number.inputValue()).toBe('4221 1111 11');
    await number.pressSequentially('5');
    expect(await number.inputValue()).toBe('4225 1111 111');
  });

  it('reports an invalid field when it is left, and focuses the first invalid one', async () => {
    const page = await shopPage.open(context);
    const form = await mountCard(page);
    await form.getByLabel('Card number').fill('4111');
    await form.getByLabel('Expiry').fill('0120');
    await form.getByLabel('Security code').fill('12');
    await form.getByLabel('Name on card').focus();
    for (const sentence of [
      'This card number is not complete',
      'This card has expired',
      'The code has 3 digits, on the back of the card',
    ]) {
      expect(await form.getByText(sentence).isVisible()).toBe(true);
    }
    expect(await askForToken(page)).toMatchObject({ code: 'FORM_INVALID' });
    expect(await form.locator(':focus').getAttribute('id')).toBe('number');
    await form.getByLabel('Card number').fill('4111111111111111');
    expect(await form.getByText('This card number is not complete').count()).toBe(0);
    expect(await wrongWith(page)).toEqual([]);
  });

  it('uses the language and the theme of the shop', async () => {
    const page = await shopPage.open(context);
    const form = await mountCard(page, { language: 'de', theme: 'dark' });
    await form.getByLabel('Kartennummer').fill('1');
    await form.getByLabel('Gültig bis').focus();
    expect(await form.getByText('Diese Kartennummer ist nicht vollständig').isVisible()).toBe(true);
    expect(await wrongWith(page)).toEqual([]);
  });

  it('reports that its session has ended', async () => {
    const page = await shopPage.open(context);
    const form = await mountCard(page, { sessionKey: 'gone' });
    await form.getByLabel('Card number').fill('4111111111111111');
    await form.getByLabel('Expiry').fill('1239');
    await form.getByLabel('Security code').fill('123');
    expect(await askForToken(page)).toMatchObject({ code: 'PARAMS_INVALID', field: 'session' });
  });
});

describe("the bank's page", () => {
  const challenge = async (page: Page): Promise<string> => {
    const form = await mountCard(page);
    await form.getByLabel('Card number').fill('4000000000003220');
    await form.getByLabel('Expiry').fill('1239');
    await form.getByLabel('Security code').fill('123');
    const { paymentToken } = fieldsOf((await askForToken(page))['data']);
    const sessionKey = String(await page.evaluate('keys.sessionKey'));
    const data = orderData(
      `P${Date.now()}`,
      { sessionKey, paymentToken: String(paymentToken) },
      shopPage.url,
    );
    return String((await callPayermax(sandbox.url, 'orderAndPay', data)).data['redirectUrl']);
  };

  it('returns the player to the shop', async () => {
    const page = await shopPage.open(context);
    await page.goto(await challenge(page));
    expect(await wrongWith(page)).toEqual([]);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL(/\/miniflix\/payment\?.*status=SUCCESS/);
    expect(page.url()).toContain(shopPage.url);
  });

  it('closes its pop-up and notifies the page behind it', async () => {
    const page = await shopPage.open(context);
    const url = await challenge(page);
    const opened = context.waitForEvent('page');
    const word = page.evaluate(`card.create3DSPopup({ url: ${JSON.stringify(url)} })`);
    await pressLast((await opened).getByRole('button', { name: 'Reject' }));
    expect(await word).toMatchObject({ code: '3DS_PROCESSED' });
  });
});

describe("the wallet's button", () => {
  it.each([
    ['Pay now', 'approved'],
    ['Cancel', 'cancelled'],
  ])('opens the wallet; %s there gives %s here', async (button, word) => {
    const wallet = await openWallet(sandbox, shop);
    const page = await shopPage.open(context);
    const script = Promise.withResolvers<void>();
    await context.route('**/paypal/approve.js', async (route) => {
      await script.promise;
      await route.continue();
    });
    const orderId = await wallet.openOrder(`${word}_1`);
    await page.evaluate(`
      window.word = new Promise((resolve) => paypal.Buttons({
        createOrder: () => Promise.resolve(${JSON.stringify(orderId)}),
        onApprove: ({ orderID }) => resolve('approved ' + orderID),
        onCancel: ({ orderID }) => resolve('cancelled ' + orderID),
        onError: (error) => resolve('failed ' + error),
      }).render('#wallet'));
      undefined`);
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'PayPal' }).click();
    const popup = await opened;
    // On a slow network the buttons appear before their script: a press must not be lost.
    expect(await popup.getByRole('button', { name: button }).isDisabled()).toBe(true);
    script.resolve();
    await popup.locator('button:enabled', { hasText: button }).waitFor();
    expect(await wrongWith(popup)).toEqual([]);
    await pressLast(popup.getByRole('button', { name: button }));
    expect(await page.evaluate('word')).toBe(`${word} ${orderId}`);
    const order = await wallet.get(`/v2/checkout/orders/${orderId}`);
    expect(order['status']).toBe(word === 'approved' ? 'APPROVED' : 'PAYER_ACTION_REQUIRED');
  });
});

describe('the mailbox viewer', () => {
  it('shows the mail of a character, and new mail without a reload', async () => {
    const mail = (key: string, title: string) =>
      callGame(sandbox.url, 'mail', [
        's1',
        '123456',
        key,
        title,
        'Thank you',
        [{ item_id: 'g', name: 'Gems', count: 980 }],
      ]);
    await mail('delivery:v1', 'First mail');
    const page = await context.newPage();
    await page.goto(`${sandbox.url}/?game_id=20&server_id=s1&cid=123456`);
    await page.getByRole('heading', { name: 'First mail' }).waitFor();
    expect(await page.getByText('Gems × 980').isVisible()).toBe(true);
    expect(await wrongWith(page)).toEqual([]);
    await mail('delivery:v2', 'Second mail');
    await page.getByRole('heading', { name: 'Second mail' }).waitFor();
  });
});
