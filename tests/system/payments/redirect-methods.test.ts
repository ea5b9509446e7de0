import { afterEach, describe, expect, it } from 'vitest';
import { SANDBOX_METHODS } from '../../../apps/api/src/config/methods/read-methods.ts';
import { runMethods } from '../../../apps/api/src/operator/method-verbs.ts';
import { moneyFactsOf } from '../../support/money-facts.ts';
import { operatorOf } from '../../support/operator.ts';
import { moveAllClocks } from '../../support/shop-days.ts';
import { answerLocal, CARDS, createShopper, want, type Shopper } from '../../support/shopper.ts';
import {
  capturesOf,
  clearFaults,
  setFault,
  sharedEnvironment,
} from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
const { untilFacts } = moneyFactsOf(operator);
const MINUTE = 60_000;

const METHODS = [...SANDBOX_METHODS.values()].filter(({ flow }) => flow === 'redirect');

afterEach(async () => {
  await clearFaults(environment());
  await moveAllClocks(environment(), 0);
});

type Way = Pick<(typeof METHODS)[number], 'id' | 'country' | 'fields'>;

/** Opens an order by a local method. @returns the address of its page, null without one */
async function openBy(shopper: Shopper, way: Way, order_key = newKey()) {
  const { id: pay_id, country, fields } = way;
  const payer = fields.includes('name') ? { payer: JSON.stringify({ name: 'Jan Kowalski' }) } : {};
  const opened = await shopper.open({ pay_id, country, order_key, ...payer });
  // A computer gets no page to open where the order shows a picture of its code.
  const { action } = await shopper.inquire(opened.token);
  const shown = action?.kind === 'redirect' && action.picture !== undefined ? action.url : null;
  const url = opened.pay?.kind === 'local' ? opened.pay.show.url : shown;
  return { ...opened, orderId: opened.order_id, url, order_key };
}

const newKey = () => `key-${crypto.randomUUID()}`;

const stateOf = async (shopper: Shopper, token: string) => {
  const { state, reason } = await shopper.inquire(token);
  return { state, reason };
};

it('[F04] the table of methods has those that redirect in their countries', () => {
  expect(METHODS.map(({ id }) => id).toSorted()).toEqual([
    'blik_pl',
    'dana_id',
    'gcash_ph',
    'gopay_id',
    'grabpay_ph',
    'ideal_nl',
    'kakaopay_kr',
    'knet_kw',
    'mercadopago_br',
    'naverpay_kr',
    'ovo_id',
    'picpay_br',
    'truemoney_th',
  ]);
});

/** One of each gateway and place of confirmation: the others differ in their rows of the table alone. */
const KINDS = METHODS.filter(
  (method, index) => METHODS.findIndex((each) => kindOf(each) === kindOf(method)) === index,
);

function kindOf({ provider, confirmsAt }: (typeof METHODS)[number]) {
  return `${provider} ${confirmsAt}`;
}

it('the kinds of redirects are all tried', () => {
  expect(KINDS.map(kindOf)).toEqual(['payermax bank', 'payermax wallet', 'paypal bank']);
});

describe.each(METHODS)('$id', (method) => {
  it('is listed in its country alone, with its tile and flow', async () => {
    const { client } = await createShopper(environment());
    const { channels } = await want(client.call('payChannels', { country: method.country }));
    const listed = channels.find(({ pay_id }) => pay_id === method.id);
    expect(listed).toMatchObject({ method: 'redirect', flow: 'redirect', logo: '' });
    expect(listed?.tile).toEqual(method.tile);
    const elsewhere = await want(client.call('payChannels', { country: 'US' }));
    expect(elsewhere.channels.map(({ pay_id }) => pay_id)).not.toContain(method.id);
  });

  it('paid: delivers once, and refunds on request', async () => {
    const shopper = await createShopper(environment());
    const order = await openBy(shopper, method);
    expect(order).toMatchObject({ state: 'waiting' });
    expect((await shopper.inquire(order.token)).action).toMatchObject({
      url: order.url,
      at: method.confirmsAt,
      name: method.name['en'],
    });
    const { returnUrl } = await answerLocal(order.url, 'approve');
    const back = new URL(String(returnUrl));
    expect(back.pathname).toBe('/miniflix/payment');
    expect(back.hash).toBe(`#order=${order.token}`);
    const paid = await shopper.until(order.token, (each) => each.delivery.state === 'delivered');
    expect(paid.total).toEqual(order.total);
    expect(await capturesOf(environment(), order.orderId)).toHaveLength(1);
    expect(await shopper.mails()).toHaveLength(1);
    await operator.resolve('refund', order.orderId, '--allow-delivered', '--because', 'by a test');
    await shopper.until(order.token, (each) => each.state === 'refunded');
  });
});

describe.each(KINDS)('$id', (method) => {
  const isPaypal = method.provider === 'paypal';

  it.each([
    ['reject', { state: 'failed', reason: 'declined' }],
    // PayPal tells no reason of a refusal, and takes an approval back instead.
    isPaypal
      ? ['approve_reversed', { state: 'failed', reason: 'error' }]
      : ['no_balance', { state: 'failed', reason: 'insufficient_balance' }],
    ['expire', { state: 'failed', reason: 'error', timed_out: true }],
  ] as const)('%s: ends unpaid, and the same order is paid by card', async (result, state) => {
    const shopper = await createShopper(environment());
    const order = await openBy(shopper, method);
    await answerLocal(order.url, result);
    const ended = await shopper.until(order.token, (each) => each.state === 'failed');
    expect(ended).toMatchObject(state);
    const isWallet = method.confirmsAt === 'wallet';
    expect(ended.failed_wallet).toBe(isWallet ? method.name['en'] : undefined);
    expect(await capturesOf(environment(), order.orderId)).toEqual([]);
    const { order_key } = order;
    const again = await shopper.open({ order_key, country: method.country });
    expect(again.order_id).toBe(order.orderId);
    await shopper.payByCard(again, CARDS.success);
    await shopper.until(order.token, (each) => each.delivery.state === 'delivered');
  });

  it('left: waits for its player with the same page, also after the same call again', async () => {
    const shopper = await createShopper(environment());
    const order = await openBy(shopper, method);
    await answerLocal(order.url, 'leave');
    const waiting = { state: 'waiting', reason: 'action' };
    expect(await stateOf(shopper, order.token)).toEqual(waiting);
    const again = await openBy(shopper, method, order.order_key);
    expect(again).toMatchObject({ orderId: order.orderId, state: 'waiting', pay: null });
    expect((await shopper.inquire(order.token)).action).toMatchObject({ url: order.url });
    await answerLocal(order.url, 'approve_and_stay');
    await shopper.until(order.token, (each) => each.state === 'success');
  });

  it('never came back: expires after half an hour, and late money delivers', async () => {
    const shopper = await createShopper(environment());
    const order = await openBy(shopper, method);
    await moveAllClocks(environment(), 31 * MINUTE);
    await untilFacts(order).toMatchObject({ tries: ['EXPIRED'] });
    await answerLocal(order.url, 'approve_and_stay');
    await moveAllClocks(environment(), 0);
    await shopper.until(order.token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), order.orderId)).toHaveLength(1);
  });

  it('paid late, after it closed: delivers', async () => {
    const shopper = await createShopper(environment());
    const order = await openBy(shopper, method);
    await answerLocal(order.url, 'approve_late');
    await shopper.until(order.token, (each) => each.delivery.state === 'delivered');
    await untilFacts(order).toMatchObject({ tries: ['SUCCEEDED'], refunds: [] });
  });

  it('paid twice, by card and then there: the second payment is refunded', async () => {
    const shopper = await createShopper(environment());
    const order = await openBy(shopper, method);
    await want(shopper.client.call('orderCancel', { token: order.token }));
    const again = await shopper.open({ order_key: order.order_key, country: method.country });
    await shopper.payByCard(again, CARDS.success);
    await shopper.until(order.token, (each) => each.delivery.state === 'delivered');
    await answerLocal(order.url, 'approve_and_stay');
    await untilFacts(order).toMatchObject({
      tries: ['SUCCEEDED', 'SUCCEEDED'],
      refunds: ['double_payment SUCCEEDED'],
    });
    expect(await shopper.mails()).toHaveLength(1);
  });

  it('another sum: is kept for an operator, and nothing is delivered', async () => {
    const shopper = await createShopper(environment());
    const order = await openBy(shopper, method);
    await answerLocal(order.url, 'approve_other_sum');
    await untilFacts(order).toMatchObject({ quarantined: ['amount_differs'] });
    expect(await shopper.mails()).toEqual([]);
    expect((await shopper.inquire(order.token)).state).toBe('waiting');
  });

  if (isPaypal) return;

  it('a lost answer: is unknown, then the gateway gives the page again', async () => {
    const shopper = await createShopper(environment());
    await setFault(environment(), 'payermax', 'order', 'drop_answer');
    // The worker asks by itself: no answer before the test has looked.
    await setFault(environment(), 'payermax', 'query', 'error', { times: 1_000 });
    const order = await openBy(shopper, method);
    expect(order).toMatchObject({ state: 'waiting', pay: null });
    expect(await stateOf(shopper, order.token)).toEqual({ state: 'waiting', reason: 'unknown' });
    await clearFaults(environment());
    const { action } = await shopper.until(order.token, (each) => each.action !== undefined);
    await answerLocal(action?.kind === 'redirect' ? action.url : null, 'approve');
    await shopper.until(order.token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), order.orderId)).toHaveLength(1);
  });
});

describe('the server checks again', () => {
  const methods = (to: 'on' | 'off') =>
    runMethods(operator.ctx(), ['methods', to, 'miniflix', 'gcash_ph', '--because', 'by a test']);

  it('the country, the sum and the switch of the project', async () => {
    const shopper = await createShopper(environment());
    const elsewhere = shopper.open({ pay_id: 'gcash_ph', country: 'US' });
    await expect(elsewhere).rejects.toThrow('20016');
    await methods('off');
    await expect(shopper.open({ pay_id: 'gcash_ph', country: 'PH' })).rejects.toThrow('20016');
    const { channels } = await want(shopper.client.call('payChannels', { country: 'PH' }));
    expect(channels.map(({ pay_id }) => pay_id)).not.toContain('gcash_ph');
    await methods('on');
  });

  it('a limit, which the list of methods names', async () => {
    const shopper = await createShopper(environment());
    const { channels } = await want(shopper.client.call('payChannels', { country: 'ID' }));
    const ovo = channels.find(({ pay_id }) => pay_id === 'ovo_id');
    expect(ovo?.limits?.max).toEqual({ amount: '2000000.00', currency: 'IDR' });
    const shelf = await want(shopper.client.call('productLists', shopper.place));
    const dear = shelf.goods.findLast(({ kind }) => kind === 'topup');
    const products = [{ product_id: dear?.product_id ?? '', count: 4 }];
    const order = { country: 'ID', products, source: 'cart' as const };
    await want(shopper.client.call('cartSet', { product_id: dear?.product_id ?? '', count: '4' }));
    await expect(shopper.open({ ...order, pay_id: 'ovo_id' })).rejects.toThrow('20016');
    expect((await shopper.open({ ...order, pay_id: 'dana_id' })).pay?.kind).toBe('local');
  });
});
