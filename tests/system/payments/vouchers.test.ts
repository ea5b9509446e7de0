import { afterEach, describe, expect, it } from 'vitest';
import { SANDBOX_METHODS } from '../../../apps/api/src/config/methods/read-methods.ts';
import { moneyFactsOf } from '../../support/money-facts.ts';
import { operatorOf } from '../../support/operator.ts';
import { payermaxNotice, post } from '../../support/notice-writer.ts';
import { DAY_MS, moveAllClocks } from '../../support/shop-days.ts';
import { CARDS, createShopper, orderFields, payAtDesk, want } from '../../support/shopper.ts';
import {
  capturesOf,
  clearFaults,
  setFault,
  sharedEnvironment,
} from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
const { untilAllIsRead, untilFacts } = moneyFactsOf(operator);

const VOUCHERS = [...SANDBOX_METHODS.values()].filter(({ flow }) => flow === 'voucher');
const OXXO = { pay_id: 'oxxo_mx', country: 'MX' };

afterEach(async () => {
  await clearFaults(environment());
  await moveAllClocks(environment(), 0);
});

type Way = { readonly pay_id: string; readonly country: string };
type Shopper = Awaited<ReturnType<typeof createShopper>>;

/** Orders by a voucher. @returns the order with its number */
async function order(shopper: Shopper, way: Way = OXXO, order_key = `key-${crypto.randomUUID()}`) {
  const payer = JSON.stringify({ cpf: '111.444.777-35' });
  const opened = await shopper.open({ ...way, order_key, payer });
  const { action } = await shopper.inquire(opened.token);
  if (action?.kind !== 'code') throw new Error('the order has no number');
  return { ...opened, action, code: action.code, orderId: opened.order_id, order_key };
}

async function begin(way: Way = OXXO) {
  const shopper = await createShopper(environment());
  const made = await order(shopper, way);
  const act = (result: string) => payAtDesk(environment(), made.code, result);
  const until = (holds: Parameters<Shopper['until']>[1]) => shopper.until(made.token, holds);
  return { shopper, made, act, until };
}

it('the table of methods has vouchers, and one of them needs a field', () => {
  expect(VOUCHERS.map(({ id, fields }) => [id, fields])).toEqual([
    ['bca_va_id', []],
    ['konbini_jp', []],
    ['oxxo_mx', []],
    ['boleto_br', ['cpf']],
  ]);
});

describe.each(VOUCHERS)('$id', ({ id: pay_id, country, lifeMs, isRefundable, confirmsAt: at }) => {
  it('shows its number, keeps order and price as long as it lives, and delivers once', async () => {
    const shopper = await createShopper(environment());
    const { channels } = await want(shopper.client.call('payChannels', { country }));
    expect(channels.find((each) => each.pay_id === pay_id)).toMatchObject({
      flow: 'voucher',
      voucher: { hours: lifeMs / 3_600_000, at, is_refundable: isRefundable },
    });
    const made = await order(shopper, { pay_id, country });
    expect(made).toMatchObject({ state: 'waiting', pay: null });
    expect(made.action).toMatchObject({ at, is_refundable: isRefundable });
    const waiting = await shopper.inquire(made.token);
    expect(waiting).toMatchObject({ state: 'waiting', reason: 'action', has_code: true });
    expect(Math.abs(waiting.expires_at - waiting.created_at - lifeMs)).toBeLessThan(60_000);
    expect(waiting.expires_at).toBe(made.expires_at);
    await payAtDesk(environment(), made.code, 'pay');
    const paid = await shopper.until(made.token, (each) => each.delivery.state === 'delivered');
    expect(paid.total).toEqual(made.total);
    expect(paid.action).toBeUndefined();
    expect(await capturesOf(environment(), made.orderId)).toHaveLength(1);
    expect(await shopper.mails()).toHaveLength(1);
  });
});

it('paid days later: the order waited, and is in the list with its number', async () => {
  const { shopper, made, act, until } = await begin();
  await moveAllClocks(environment(), 4 * DAY_MS);
  const later = shopper.clientAt(4 * DAY_MS);
  const [listed] = await want(later.call('userOrders', {}));
  expect(listed).toMatchObject({ state: 'waiting', has_code: true, order_id: made.orderId });
  await act('pay_slowly');
  await moveAllClocks(environment(), 0);
  await until((each) => each.delivery.state === 'delivered');
});

it('never paid: expires with its number, and money after that delivers', async () => {
  const { shopper, made, act, until } = await begin();
  await moveAllClocks(environment(), 5 * DAY_MS + 60_000);
  await untilFacts(made).toMatchObject({ tries: ['EXPIRED'] });
  const later = shopper.clientAt(5 * DAY_MS + 60_000);
  const over = await want(later.call('orderInquire', { token: made.token }));
  expect(over.state).toBe('timeout');
  await act('pay');
  await moveAllClocks(environment(), 0);
  await until((each) => each.delivery.state === 'delivered');
  await untilFacts(made).toMatchObject({ tries: ['SUCCEEDED'], refunds: [] });
});

it('closed by the gateway: its time is over, and a number that is paid late delivers', async () => {
  const { shopper, act, until } = await begin();
  await act('expire');
  await until(({ state }) => state === 'timeout');
  expect(await shopper.mails()).toEqual([]);
  const second = await begin();
  await second.act('pay_late');
  await second.until((each) => each.delivery.state === 'delivered');
});

it('paid twice at the desk: the second payment is refused there', async () => {
  const { made, act, until } = await begin();
  await act('pay');
  await expect(act('pay')).rejects.toThrow('409');
  await until((each) => each.delivery.state === 'delivered');
  await untilFacts(made).toMatchObject({ tries: ['SUCCEEDED'], refunds: [] });
});

it('paid twice at the gateway: the second payment is kept for an operator, and its repeats are one', async () => {
  const { shopper, made, act, until } = await begin();
  await act('pay');
  await until((each) => each.delivery.state === 'delivered');
  const attemptId = `A${made.orderId}_1`;
  const again = { outTradeNo: attemptId, tradeToken: `T2${attemptId}`, currency: 'MXN' };
  const totalAmount = Number(made.total.amount);
  for (const notifyTime of ['2026-04-02T10:11:12.005Z', '2026-04-02T22:11:12.005Z']) {
    const data = { ...again, totalAmount, status: 'SUCCESS' };
    const answer = await post(environment(), payermaxNotice(data, { notifyTime }));
    expect(answer.status).toBe(200);
  }
  await untilFacts(made).toMatchObject({
    tries: ['SUCCEEDED'],
    refunds: [],
    quarantined: ['gateway_number_differs'],
  });
  await untilAllIsRead();
  const listed = await operator.resolve('list');
  const [, number = ''] = /^\s*(\d+) .*gateway_number_differs/m.exec(listed) ?? [];
  expect(listed).toContain(attemptId);
  await operator.resolve('settle', number, '--because', 'returned in its own pages');
  expect(await operator.resolve('list')).not.toContain(attemptId);
  expect(await shopper.mails()).toHaveLength(1);
});

it.each([
  ['double_payment SUCCEEDED', 'bca_va_id', 'ID'],
  ['double_payment FAILED', 'oxxo_mx', 'MX'],
])('left, paid by card and then at the desk: %s', async (refund, pay_id, country) => {
  const { shopper, made, act, until } = await begin({ pay_id, country });
  await want(shopper.client.call('orderCancel', { token: made.token }));
  const left = await shopper.inquire(made.token);
  // Half an hour is left to pay another way.
  expect(Math.abs(left.expires_at - Date.now() - 30 * 60_000)).toBeLessThan(60_000);
  const again = await shopper.open({ order_key: made.order_key, country });
  await shopper.payByCard(again, CARDS.success);
  await until((each) => each.delivery.state === 'delivered');
  await act('pay');
  // A refund that the method has not stays on a person's list.
  await untilFacts(made).toMatchObject({ tries: ['SUCCEEDED', 'SUCCEEDED'], refunds: [refund] });
  expect(await shopper.mails()).toHaveLength(1);
});

it('another sum: is kept for an operator, and nothing is delivered', async () => {
  const { shopper, made, act } = await begin();
  await act('pay_other_sum');
  await untilFacts(made).toMatchObject({ quarantined: ['amount_differs'] });
  expect(await shopper.mails()).toEqual([]);
  expect((await shopper.inquire(made.token)).state).toBe('waiting');
});

it('a lost answer: is unknown, then the query brings the number', async () => {
  const shopper = await createShopper(environment());
  await setFault(environment(), 'payermax', 'order', 'drop_answer');
  const opened = await shopper.open(OXXO);
  expect(opened).toMatchObject({ state: 'waiting', pay: null });
  const { action, expires_at: end } = await shopper.until(
    opened.token,
    (each) => each.action !== undefined,
  );
  expect(action?.kind).toBe('code');
  expect(end - opened.expires_at).toBeGreaterThan(4 * DAY_MS);
});

describe('the server refuses a voucher', () => {
  it('for a limited good and for offers of events', async () => {
    const shopper = await createShopper(environment());
    const shelf = await want(shopper.client.call('productLists', shopper.place));
    const limited = shelf.goods.find(({ limit }) => limit !== null);
    const products = [{ product_id: limited?.product_id ?? '', count: 1 }];
    await expect(shopper.open({ ...OXXO, products })).rejects.toThrow('20016');
    await expect(shopper.open({ ...OXXO, products })).rejects.toThrow('"why":"limited"');
    const again = { products, country: 'MX', pay_id: 'card' };
    expect((await shopper.open(again)).pay?.kind).toBe('payermax_card');
  });

  it('for a third waiting order, also when three are made at once', async () => {
    const shopper = await createShopper(environment());
    const made = await Promise.allSettled([0, 1, 2].map(() => order(shopper)));
    const refused = made.flatMap((each) =>
      each.status === 'rejected' ? [String(each.reason)] : [],
    );
    expect(refused).toHaveLength(1);
    expect(refused[0]).toContain('"why":"waiting"');
    const [first] = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    await want(shopper.client.call('orderCancel', { token: first?.token ?? '' }));
    expect((await order(shopper)).state).toBe('waiting');
  });

  it('for a seventh number that can be paid: left ones count until their life ends', async () => {
    const shopper = await createShopper(environment());
    const leave = (token: string) => want(shopper.client.call('orderCancel', { token }));
    const key = `key-${crypto.randomUUID()}`;
    // New numbers of one order count like those of others.
    for (const order_key of [key, key, key, undefined, undefined, undefined]) {
      await leave((await order(shopper, OXXO, order_key)).token);
    }
    await expect(shopper.open(OXXO)).rejects.toThrow('"why":"left","max":6');
    await expect(shopper.open({ ...OXXO, order_key: key })).rejects.toThrow('"why":"left"');
    const byCard = await shopper.open({ order_key: key, country: 'MX' });
    await shopper.payByCard(byCard, CARDS.success);
    await shopper.until(byCard.token, ({ state }) => state === 'success');
    await moveAllClocks(environment(), 6 * DAY_MS);
    const later = shopper.clientAt(6 * DAY_MS);
    const [good] = (await want(later.call('productLists', shopper.place))).goods;
    const again = { ...orderFields(good?.product_id ?? ''), ...OXXO };
    expect((await want(later.call('orderCreate', again))).state).toBe('waiting');
  });
});
