import type { CallResult } from '@webpay/contract/calls';
import { CALL_PATHS } from '@webpay/contract/paths';
import { sign } from '@webpay/contract/sign';
import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { lowerPrices } from '../../support/lower-prices.ts';
import { clearFaults, setFault, sharedEnvironment } from '../../support/shared-environment.ts';
import { mallToken } from '../../support/mall-buyer.ts';
import {
  approveWallet,
  CARDS,
  createShopper,
  MINIFLIX,
  postJson,
  want,
  type Shopper,
} from '../../support/shopper.ts';

const environment = sharedEnvironment();

const list = (shopper: Shopper, before?: string) =>
  shopper.client.call('userOrders', before === undefined ? {} : { before });
const receipt = (shopper: Shopper, token: string) =>
  want(shopper.client.call('userReceipt', { token }));

/** The card's brand arrives with the gateway's notification, shortly after the payment. */
async function receiptWithCard(shopper: Shopper, token: string) {
  await vi.waitUntil(async () => (await receipt(shopper, token)).paid_with?.card, {
    timeout: 60_000,
    interval: 100,
  });
  return receipt(shopper, token);
}
const whats = (proof: CallResult<'userReceipt'>) => proof.history.map(({ what }) => what);

const isDelivered = (order: CallResult<'orderInquire'>) => order.delivery.state === 'delivered';

describe('[F19] user/orders', () => {
  it('lists a character’s own orders, newest first, 20 a page', async () => {
    const shopper = await createShopper(environment());
    expect(await want(list(shopper))).toEqual([]);
    const made: string[] = [];
    for (let n = 0; n < 23; n += 1) {
      const opened = await shopper.open();
      await shopper.payByCard(opened, CARDS.success);
      made.unshift(opened.order_id);
    }
    const first = await want(list(shopper));
    expect(first.map(({ order_id }) => order_id)).toEqual(made.slice(0, 20));
    const last = first.at(-1);
    const second = await want(list(shopper, last?.order_id));
    expect(second.map(({ order_id }) => order_id)).toEqual(made.slice(20));
    expect(await want(list(shopper, second.at(-1)?.order_id))).toEqual([]);

    // A timestamp pages too; one before all orders finds none.
    const since = await want(list(shopper, String((last?.created_at ?? 0) + 1)));
    expect(since[0]?.created_at).toBeLessThanOrEqual(last?.created_at ?? 0);
    expect(await want(list(shopper, '0'))).toEqual([]);

    const other = await createShopper(environment());
    expect(await want(list(other))).toEqual([]);
    // A cursor from another player's order is refused.
    expect((await list(other, made[0])).code).toBe(20010);
  });

  it('lists an order once its payment was tried, whatever the gateway said', async () => {
    const shopper = await createShopper(environment());
    const listed = async () =>
      (await want(list(shopper))).map(({ order_id, state, reason }) => [order_id, state, reason]);
    const opened = await shopper.open();
    const wallet = await shopper.open({ pay_id: 'paypal' });
    const cancelled = await shopper.open();
    await want(shopper.client.call('orderCancel', { token: cancelled.token }));
    expect(await listed()).toEqual([]);
    // An order that the list leaves out still works by its token.
    expect((await shopper.inquire(opened.token)).state).toBe('open');

    await shopper.payByCard(opened, CARDS.declined);
    expect(await listed()).toEqual([[opened.order_id, 'failed', 'declined']]);
    const unanswered = await shopper.open();
    await shopper.payByCard(unanswered, CARDS.thinking);
    expect(await listed()).toEqual([
      [unanswered.order_id, 'waiting', 'unknown'],
      [opened.order_id, 'failed', 'declined'],
    ]);
    // The wallet is tried by the capture, not by its window.
    const { pay } = wallet;
    if (pay?.kind !== 'paypal') throw new Error('not a wallet order');
    await approveWallet(environment(), pay.order_id);
    const ids = { invoice_id: pay.invoice_id, order_id: pay.order_id };
    await want(shopper.client.call('paypalCapture', ids));
    expect((await listed()).map(([id]) => id)).toContain(wallet.order_id);
  });

  it('[R05] lists an order that a game signed once its payment was tried', async () => {
    const shopper = await createShopper(environment());
    const token = mallToken({ cid: shopper.cid, server_id: shopper.serverId });
    const fields = { token, pay_id: 'card', country: 'US' };
    const opened = await want(shopper.client.call('mallPay', fields));
    expect(await want(list(shopper))).toEqual([]);
    await shopper.payByCard(opened, CARDS.declined);
    expect(await want(list(shopper))).toMatchObject([
      { order_id: opened.order_id, source: 'mall', state: 'failed' },
    ]);
  });

  it('shows each like inquire does, in the reader’s language', async () => {
    const shopper = await createShopper(environment(), { ...MINIFLIX, lang: 'de' });
    const opened = await shopper.open({ country: 'DE' });
    await shopper.payByCard(opened, CARDS.success);
    const order = await shopper.until(opened.token, isDelivered);
    const [entry, ...more] = await want(list(shopper));
    expect(more).toEqual([]);
    expect(order).toMatchObject({ ...entry });
    expect(entry).toMatchObject({
      token: opened.token,
      state: 'success',
      source: 'direct',
      items: [{ name: '60 Edelsteine' }],
      role: { cid: shopper.cid },
      delivery: { state: 'delivered' },
    });
  });

  it.each([
    ['before is junk', { before: 'x' }, 10001],
    ['before is a token', { before: 'a'.repeat(47) }, 10001],
    ['before is negative', { before: '-1' }, 10001],
    ['before is no order of anybody', { before: 'a'.repeat(20) }, 20010],
    ['a moment that no calendar reaches', { before: '9'.repeat(16) }, 10001],
  ])('%s', async (_what, fields, code) => {
    const shopper = await createShopper(environment());
    expect((await shopper.client.call('userOrders', fields)).code).toBe(code);
  });

  it('[V06] needs a session, its own game, and each field once', async () => {
    const shopper = await createShopper(environment());
    const path = CALL_PATHS.userOrders.path;
    const common = { game_id: '20', lang: 'en', ver: '1', timestamp: String(Date.now()) };
    const ask = async (extra: readonly (readonly [string, string])[]) => {
      const pairs = [...Object.entries(common), ...extra] as [string, string][];
      const body = new URLSearchParams(pairs);
      body.append('sign', sign(pairs, DEFAULT_SIGN_SECRET));
      const answer = await fetch(`${environment().url}${path}`, { method: 'POST', body });
      return ((await answer.json()) as { code: number }).code;
    };
    expect(await ask([])).toBe(10000);
    expect(await ask([['user_token', 'gone']])).toBe(11002);
    const token = ['user_token', shopper.userToken] as const;
    expect(await ask([token])).toBe(200);
    expect(await ask([token, ['before', '1'], ['before', '2']])).toBe(10001);
  });
});

describe('[F19] user/receipt', () => {
  it('proves a payment: method, numbers, tax and history', async () => {
    const shopper = await createShopper(environment(), { ...MINIFLIX, lang: 'de' });
    const opened = await shopper.open({ country: 'DE' });
    expect(await receipt(shopper, opened.token)).toMatchObject({
      paid_at: null,
      paid_with: null,
      tax: null,
      refunded: null,
    });
    await shopper.payByCard(opened, CARDS.declined);
    const again = await shopper.open({ country: 'DE' });
    await shopper.payByCard(again, CARDS.success);
    const order = await shopper.until(again.token, isDelivered);
    const proof = await receiptWithCard(shopper, again.token);
    expect(proof).toMatchObject({
      order_id: again.order_id,
      paid_with: {
        pay_id: 'card',
        name: 'Kredit- oder Debitkarte',
        card: { last4: '1111' },
        number: `A${again.order_id}_1`,
      },
      refunded: null,
      tax: { name: 'MwSt.', percent: 19, amount: { currency: 'EUR' } },
      seller: { name: 'WebPay Publishing Ltd.' },
    });
    expect(proof.paid_with?.reference).toMatch(/^\S{6,}$/);
    const total = Number(order.total.amount);
    expect(Number(proof.tax?.amount.amount)).toBeCloseTo((total * 19) / 119, 2);
    expect(proof.paid_at).toBeGreaterThanOrEqual(order.created_at);
    expect(whats(proof)).toEqual(['made', 'paid', 'sent']);
    expect(whats(await receipt(shopper, opened.token))).toEqual(['made', 'declined']);
  });

  it('shows the refund of an order that could not be delivered', async () => {
    const shopper = await createShopper(environment());
    await setFault(environment(), 'game', 'mail', 'reject');
    const opened = await shopper.open({ country: 'DE' });
    await shopper.payByCard(opened, CARDS.success);
    await shopper.until(opened.token, (order) => order.state === 'refunded');
    await clearFaults(environment());
    const proof = await receiptWithCard(shopper, opened.token);
    expect(whats(proof)).toEqual(['made', 'paid', 'undeliverable', 'refund_started', 'refunded']);
    // Refunded money bears no tax.
    const tax = { percent: 19, amount: { amount: '0.00', currency: 'EUR' } };
    expect(proof).toMatchObject({ refunded: opened.total, tax });
    expect(proof.paid_with?.card?.last4).toBe('1111');
  });

  it('is readable by its owner only, even with the token', async () => {
    const shopper = await createShopper(environment());
    const { token } = await shopper.open();
    const other = await createShopper(environment());
    expect((await other.client.call('userReceipt', { token })).code).toBe(20010);
    const elsewhere = await createShopper(environment(), { websiteCode: 'dr2', gameId: '31' });
    expect((await elsewhere.client.call('userReceipt', { token })).code).toBe(20010);
    const changed = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
    expect((await shopper.client.call('userReceipt', { token: changed })).code).toBe(20010);
    expect((await shopper.client.call('userReceipt', { token: '' })).code).toBe(10000);
  });
});

describe('[R13] goods of events', () => {
  const lists = (shopper: Shopper, event?: string) =>
    want(
      shopper.client.call('productLists', {
        ...shopper.place,
        ...(event === undefined ? {} : { event: event as 'card' }),
      }),
    );

  it.each(['card', 'bargain'] as const)(
    'are sold at their price on the page of %s only',
    async (event) => {
      const shopper = await createShopper(environment());
      if (event === 'bargain') await lowerPrices(environment().databaseUrl, shopper, 'hoard');
      const { goods } = await lists(shopper, event);
      expect(new Set(goods.map(({ kind }) => kind))).toEqual(new Set([event]));
      const good = goods.find(({ state }) => state === 'available');
      if (good === undefined) throw new Error('the seeds lack such a good');
      const products = [{ product_id: good.product_id, count: 1 }];
      for (const source of ['direct', 'cart', event === 'card' ? 'bargain' : 'card'] as const) {
        await expect(shopper.open({ products, source })).rejects.toThrow('10010');
      }
      const opened = await shopper.open({ products, source: event, total: good.price });
      expect(opened.total).toEqual(good.price);
      await shopper.payByCard(opened, CARDS.success);
      const order = await shopper.until(opened.token, isDelivered);
      expect(order.source).toBe(event);
      const [entry] = await want(list(shopper));
      expect(entry).toMatchObject({ source: event, state: 'success' });
    },
  );

  it('[V06] are sold one at a time; other goods are refused there', async () => {
    const shopper = await createShopper(environment());
    const shelf = await lists(shopper);
    const topUp = shelf.goods.find(({ kind }) => kind === 'topup')?.product_id ?? '';
    await expect(
      shopper.open({ products: [{ product_id: topUp, count: 1 }], source: 'card' }),
    ).rejects.toThrow('10010');
    const { goods } = await lists(shopper, 'bargain');
    const products = goods.map(({ product_id }) => ({ product_id, count: 1 }));
    expect(products.length).toBeGreaterThan(1);
    await expect(shopper.open({ products, source: 'bargain' })).rejects.toThrow('10001');
  });

  it('[C11] return their payer to actInquireOrder, others to payment', async () => {
    const shopper = await createShopper(environment());
    const card = (await lists(shopper, 'card')).goods[0];
    const products = [{ product_id: card?.product_id ?? '', count: 1 }];
    const backOf = async (opened: CallResult<'orderCreate'>) => {
      const { action } = await shopper.payByCard(opened, CARDS.challenge);
      const { returnUrl } = await postJson(action?.url ?? '', { result: 'approve' });
      return String(returnUrl);
    };
    // Both show the payment route from order/create (C09); card data appear in neither.
    expect(await backOf(await shopper.open({ products, source: 'card' }))).toContain(
      '/miniflix/actInquireOrder?',
    );
    expect(await backOf(await shopper.open())).toContain('/miniflix/payment?');
  });

  it('[C09, C11] return a wallet’s payer to actInquireOrder, others to the encoded payment route (14.28)', async () => {
    const shopper = await createShopper(environment());
    const card = (await lists(shopper, 'card')).goods[0];
    const products = [{ product_id: card?.product_id ?? '', count: 1 }];
    const redirect_url = encodeURIComponent(`${environment().url}/miniflix/directPayment`);
    const backOf = async (fields: Parameters<typeof shopper.open>[0]) => {
      const { pay } = await shopper.open({ ...fields, pay_id: 'paypal', redirect_url });
      const order_id = pay?.kind === 'paypal' ? pay.order_id : '';
      const approved = await postJson(`${environment().sandboxUrl}/paypal/approve`, { order_id });
      return new URL(String(approved['return_url'])).pathname;
    };
    expect(await backOf({ products, source: 'card' })).toBe('/miniflix/actInquireOrder');
    expect(await backOf({})).toBe('/miniflix/directPayment');
  });
});
