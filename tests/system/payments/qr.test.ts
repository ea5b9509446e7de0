import { afterEach, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { SANDBOX_METHODS } from '../../../apps/api/src/config/methods/read-methods.ts';
import { statement } from '../../../apps/api/src/platform/db/statement.ts';
import { moneyFactsOf } from '../../support/money-facts.ts';
import { operatorOf } from '../../support/operator.ts';
import { moveAllClocks } from '../../support/shop-days.ts';
import { createShopper, scanQr, want, type Shopper } from '../../support/shopper.ts';
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

const METHODS = [...SANDBOX_METHODS.values()].filter(({ flow }) => flow === 'qr');
const PAYER = JSON.stringify({ cpf: '111.444.777-35' });
const PIX = { pay_id: 'pix_br', country: 'BR' };
const PROMPTPAY = { pay_id: 'promptpay_th', country: 'TH' };

/** All that the shop keeps of an order. */
const rowsOfOrder = statement({
  name: 'test.rows_of_order',
  text: `select concat((select jsonb_agg(to_jsonb(a)) from payment_attempts a where a.order_id = o.id),
      (select jsonb_agg(to_jsonb(e)) from order_events e where e.order_id = o.id), to_jsonb(o)) as text
    from orders o where o.id = :orderId`,
  params: { orderId: 'text' },
  row: v.object({ text: v.string() }),
});

afterEach(async () => {
  await clearFaults(environment());
  await moveAllClocks(environment(), 0);
});

type Way = { readonly pay_id: string; readonly country: string };

/** Orders by a QR code. @returns the order with its code */
async function order(shopper: Shopper, way: Way = PROMPTPAY, order_key = newKey()) {
  const opened = await shopper.open({ ...way, order_key, payer: PAYER });
  const { action } = await shopper.inquire(opened.token);
  if (action?.kind !== 'qr') throw new Error('the order has no QR code');
  return { ...opened, action, code: action.code, orderId: opened.order_id, order_key };
}

const newKey = () => `key-${crypto.randomUUID()}`;

async function begin(way: Way = PROMPTPAY) {
  const shopper = await createShopper(environment());
  const made = await order(shopper, way);
  const act = (result: string, code = made.code) => scanQr(environment(), code, result);
  const until = (holds: Parameters<Shopper['until']>[1]) => shopper.until(made.token, holds);
  return { shopper, made, act, until };
}

describe.each(METHODS)('$id', ({ id: pay_id, country, name, apps }) => {
  it('shows the same code on every device, delivers once, and refunds on request', async () => {
    const { shopper, made, act, until } = await begin({ pay_id, country });
    expect(made).toMatchObject({ state: 'waiting', pay: null });
    expect(made.action).toMatchObject({ name: name['en'], pay_id, apps });
    expect(made.code).toMatch(/^000201[\x20-\x7e]+6304[0-9A-F]{4}$/);
    const again = await shopper.inquire(made.token);
    expect(again.action).toEqual(made.action);
    expect(again).toMatchObject({ state: 'waiting', reason: 'action', has_code: true });
    // The order outlives its code, for another one.
    expect(again.expires_at - made.action.ends_at).toBe(30 * MINUTE);
    await act('approve');
    const paid = await until((each) => each.delivery.state === 'delivered');
    expect(paid.total).toEqual(made.total);
    expect(paid.action).toBeUndefined();
    expect(await capturesOf(environment(), made.orderId)).toHaveLength(1);
    expect(await shopper.mails()).toHaveLength(1);
    await operator.resolve('refund', made.orderId, '--allow-delivered', '--because', 'by a test');
    await until((each) => each.state === 'refunded');
  });
});

it.each([
  ['reject', { state: 'failed', reason: 'declined' }],
  ['no_balance', { state: 'failed', reason: 'insufficient_balance' }],
  ['expire', { state: 'failed', reason: 'error', ended_code: { pay_id: 'promptpay_th' } }],
])('%s: ends unpaid, and the same order is paid with a new code', async (result, state) => {
  const { shopper, made, act, until } = await begin();
  await act(result);
  expect(await until((each) => each.state === 'failed')).toMatchObject(state);
  expect(await capturesOf(environment(), made.orderId)).toEqual([]);
  const second = await order(shopper, PROMPTPAY, made.order_key);
  expect(second.orderId).toBe(made.orderId);
  expect(second.code).not.toBe(made.code);
  await act('approve', second.code);
  await until((each) => each.delivery.state === 'delivered');
});

it('scanned and left: waits with the same code, also after the same call again', async () => {
  const { shopper, made, act, until } = await begin();
  await act('leave');
  const again = await order(shopper, PROMPTPAY, made.order_key);
  expect(again).toMatchObject({ orderId: made.orderId, code: made.code, pay: null });
  await act('approve_slowly');
  await until((each) => each.state === 'success');
  // The second scan of a paid code.
  await expect(act('approve')).rejects.toThrow('409');
  await untilFacts(made).toMatchObject({ tries: ['SUCCEEDED'], refunds: [] });
});

it('paid in the last second: a new code is refused, because the gateway has the money', async () => {
  const { shopper, made, act, until } = await begin();
  await moveAllClocks(environment(), 31 * MINUTE);
  await setFault(environment(), 'payermax', 'webhook', 'lost');
  await act('approve');
  const later = shopper.clientAt(31 * MINUTE);
  expect((await later.call('orderCancel', { token: made.token })).code).toBe(20013);
  await moveAllClocks(environment(), 0);
  await until((each) => each.delivery.state === 'delivered');
});

it('left for a new code, and both paid: the second payment is refunded', async () => {
  const { shopper, made, act, until } = await begin();
  await want(shopper.client.call('orderCancel', { token: made.token }));
  const second = await order(shopper, PROMPTPAY, made.order_key);
  await act('approve', second.code);
  await until((each) => each.delivery.state === 'delivered');
  await act('approve');
  await untilFacts(made).toMatchObject({
    tries: ['SUCCEEDED', 'SUCCEEDED'],
    refunds: ['double_payment SUCCEEDED'],
  });
  expect(await shopper.mails()).toHaveLength(1);
});

it('never paid: the order ends half an hour after its code, and late money delivers', async () => {
  const { shopper, made, act, until } = await begin();
  await moveAllClocks(environment(), 61 * MINUTE);
  await untilFacts(made).toMatchObject({ tries: ['EXPIRED'] });
  const later = shopper.clientAt(61 * MINUTE);
  const over = await want(later.call('orderInquire', { token: made.token }));
  expect(over.state).toBe('timeout');
  await act('approve');
  await moveAllClocks(environment(), 0);
  await until((each) => each.delivery.state === 'delivered');
});

it('closed at the gateway and paid then: delivers', async () => {
  const { made, act, until } = await begin();
  await act('approve_late');
  expect(await until((each) => each.state === 'success')).toMatchObject({ total: made.total });
});

it('another sum: is kept for an operator, and nothing is delivered', async () => {
  const { shopper, made, act } = await begin();
  await act('approve_other_sum');
  await untilFacts(made).toMatchObject({ quarantined: ['amount_differs'] });
  expect(await shopper.mails()).toEqual([]);
});

it('a lost answer: is unknown, then the gateway gives the code again', async () => {
  const shopper = await createShopper(environment());
  await setFault(environment(), 'payermax', 'order', 'drop_answer');
  const opened = await shopper.open(PROMPTPAY);
  expect(opened).toMatchObject({ state: 'waiting', pay: null });
  const { action } = await shopper.until(opened.token, (each) => each.action !== undefined);
  const code = action?.kind === 'qr' ? action.code : '';
  await scanQr(environment(), code, 'approve');
  await shopper.until(opened.token, (each) => each.delivery.state === 'delivered');
});

describe('the CPF of a payer', () => {
  it.each([
    ['missing', undefined],
    ['empty', '{}'],
    ['with wrong check digits', '{"cpf":"111.444.777-36"}'],
    ['under another name', '{"phone":"+5511912345678"}'],
  ])('%s: refused before an order is made', async (_, payer) => {
    const shopper = await createShopper(environment());
    const opening = shopper.open({ ...PIX, ...(payer !== undefined && { payer }) });
    await expect(opening).rejects.toThrow('"field":"cpf"');
    expect(await want(shopper.client.call('userOrders', {}))).toEqual([]);
  });

  it('refused by the gateway: nothing is made there, and another one pays the order', async () => {
    const shopper = await createShopper(environment());
    const order_key = newKey();
    const payer = JSON.stringify({ cpf: '000.000.001-91' });
    await expect(shopper.open({ ...PIX, order_key, payer })).rejects.toThrow('300 ');
    const made = await order(shopper, PIX, order_key);
    await scanQr(environment(), made.code, 'approve');
    await shopper.until(made.token, (each) => each.delivery.state === 'delivered');
  });

  it('is in no row of its order', async () => {
    const { made } = await begin(PIX);
    const { text } = await operator.ctx().db.one(rowsOfOrder, { orderId: made.orderId });
    expect(text).toContain('pix_br');
    expect(text).not.toMatch(/111\D?444\D?777/);
  });
});
