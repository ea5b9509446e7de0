import { describe, expect, it } from 'vitest';
import { json } from '../testing/outside.ts';
import { BASE, openPaypal, problem } from '../testing/paypal-fake.ts';
import { attemptOf, submitInputOf } from '../testing/data.ts';
import type { GatewayAttempt } from '../port.ts';
import { toWire } from './money.ts';

const TOKEN = 'kept-token-of-a-player-0001';

describe('a one-tap payment whose answer was lost', () => {
  const attempt: GatewayAttempt = {
    id: 'A17_1',
    orderId: 'o17',
    amount: 1999,
    currency: 'USD',
    country: 'US',
    gatewayRef: null,
    captureTries: 0,
    wasSubmitted: true,
    startedAtMs: Date.now(),
  };
  const list = (...items: readonly object[]) =>
    json(200, {
      transaction_details: items.map((transaction_info) => ({ transaction_info })),
      total_items: items.length,
      total_pages: 1,
    });

  const { id: ours, orderId: customId } = attempt;
  const found = { transaction_id: 'C1', transaction_status: 'S', transaction_event_code: 'T0006' };
  const transaction = (number: string, at: number) => ({
    ...found,
    invoice_id: number,
    transaction_amount: { currency_code: 'USD', value: '19.99' },
    transaction_initiation_date: new Date(at).toISOString(),
  });
  const madeAt = (ms: number) => ({ create_time: new Date(ms).toISOString() });
  const inTime = madeAt(attempt.startedAtMs);
  const unclear = (why: string) => ({ kind: 'indeterminate', why, cause: 'request' });
  const other = (why: string) => ({ ...unclear(why), isOther: true });
  const sum = { currency_code: 'USD', value: '19.99' };
  const payee = { merchant_id: 'TESTSHPA22222' };
  /** The order of our payment, paid. */
  const paidOrder = (id: string, time: object) => {
    const payments = { captures: [{ id: 'C1', status: 'COMPLETED', amount: sum }] };
    const unit = { invoice_id: ours, custom_id: customId, amount: sum, payee, payments };
    return json(200, { id, status: 'COMPLETED', ...time, purchase_units: [unit] });
  };

  it('stays unknown while PayPal’s list lacks it, also after hours: pending money is in no list', async () => {
    const paypal = openPaypal(() => list());
    const requestedAtMs = paypal.outside.now() - 6 * 3_600_000;
    const told = await paypal.gateway.query({ ...attempt, requestedAtMs });
    expect(told).toEqual(unclear('not in the list'));
    expect(paypal.calls()[0]?.url).toContain('/v1/reporting/transactions?');
  });

  it('shares one reading of the list with all that were lost in the same window, also a failed one', async () => {
    let isDown = false;
    const paypal = openPaypal(() => (isDown ? problem(400, 'INVALID_REQUEST') : list()));
    const at = Math.floor(paypal.outside.now() / 1_800_000) * 1_800_000;
    const ask = (n: number, requestedAtMs: number) =>
      paypal.gateway.query({ ...attempt, id: `A${n}_1`, requestedAtMs });
    await Promise.all([1, 2, 3, 4].map((n) => ask(n, at + n * 60_000)));
    await ask(5, at + 1_799_999);
    expect(paypal.calls()).toHaveLength(1);
    isDown = true;
    await ask(6, at + 1_800_000);
    expect(await ask(7, at + 1_800_000)).toMatchObject({ kind: 'indeterminate', cause: 'request' });
    expect(paypal.calls()).toHaveLength(2);
  });

  it('reads the list again after half a minute, of an old window after ten minutes', async () => {
    let nowMs = Math.floor(Date.now() / 1_800_000) * 1_800_000;
    const paypal = openPaypal(() => list());
    const outside = { ...paypal.outside, now: () => nowMs };
    const later = openPaypal(() => list(), {
      outside: { ...outside, fetch: paypal.outside.fetch },
    });
    const readings = async (requestedAtMs: number, passMs: number) => {
      const before = paypal.calls().length;
      await later.gateway.query({ ...attempt, requestedAtMs });
      nowMs += passMs - 1;
      await later.gateway.query({ ...attempt, requestedAtMs });
      const within = paypal.calls().length - before;
      nowMs += 1;
      await later.gateway.query({ ...attempt, requestedAtMs });
      return [within, paypal.calls().length - before];
    };
    expect(await readings(nowMs, 30_000)).toEqual([1, 2]);
    expect(await readings(nowMs - 3 * 3_600_000, 600_000)).toEqual([1, 2]);
  });

  it('gives up a list of more pages than one reading may have', async () => {
    const empty = { transaction_details: [], total_items: 9_999, total_pages: 20 };
    const page = (url: string) => Number(new URL(url).searchParams.get('page'));
    const paypal = openPaypal(({ url }) => {
      const items = Array.from({ length: page(url) === 20 ? 499 : 500 }, (_, n) => ({
        transaction_info: transaction(`B${page(url)}${n}_1`, paypal.outside.now()),
      }));
      // Two halves of the window are each too large for PayPal, and again.
      const isWhole = spanOf(url) > 8 * 60_000;
      return isWhole
        ? problem(400, 'RESULTSET_TOO_LARGE')
        : json(200, { ...empty, transaction_details: items });
    });
    const told = await paypal.gateway.query({ ...attempt, requestedAtMs: paypal.outside.now() });
    expect(told).toEqual(unclear('more pages than one reading may have'));
    expect(paypal.calls()).toHaveLength(60);
  });

  it.each([
    ['another number', { invoice_id: 'A18_1' }, {}, 'the answer is about another order'],
    ['another order of ours', { custom_id: 'o18' }, {}, 'the answer is about another order'],
    ['another sum', {}, { value: '0.01' }, 'the answer is about another sum or payee'],
    ['another currency', {}, { currency_code: 'EUR' }, 'the answer is about another sum or payee'],
    [
      'another payee',
      { payee: { merchant_id: 'THIEF22222222' } },
      {},
      'the answer is about another sum or payee',
    ],
  ])('[attack] is not an order that a message names, which has %s', async (_, unit, sum, why) => {
    const amount = { currency_code: 'USD', value: '19.99', ...sum };
    const purchase = { invoice_id: ours, custom_id: customId, amount, ...unit };
    // Neither a refusal nor money that waits at another order moves our payment.
    for (const status of ['DECLINED', 'PENDING']) {
      const payments = { captures: [{ id: 'C1', status, amount }] };
      const paypal = openPaypal(() =>
        json(200, {
          id: 'O2',
          status: 'COMPLETED',
          ...inTime,
          purchase_units: [{ ...purchase, payments }],
        }),
      );
      const requestedAtMs = paypal.outside.now();
      expect(await paypal.gateway.query({ ...attempt, requestedAtMs }, 'O2')).toEqual(other(why));
    }
  });

  it.each([
    ['an hour before it', -3_600_001],
    ['an hour after it', 3_600_001],
    ['at no time that can be read', null],
  ])('[attack] is not an order of our sum that was made %s', async (_, offMs) => {
    const time = offMs === null ? {} : madeAt(attempt.startedAtMs + offMs);
    const paypal = openPaypal(() => paidOrder('O2', time));
    const told = await paypal.gateway.query(attempt, 'O2');
    expect(told).toEqual(other('the answer is about an order of another time'));
  });

  it('[attack] opens no circuit by an order that PayPal does not show us, only by refused access', async () => {
    const ask = (status: number) =>
      openPaypal(() => problem(status, 'NOT_AUTHORIZED')).gateway.query(attempt, 'O2');
    expect(await ask(403)).toEqual(unclear('NOT_AUTHORIZED'));
    expect(await ask(401)).not.toHaveProperty('cause');
  });

  it('[attack] is found beside a smaller capture with the same number', async () => {
    const small = { ...transaction(ours, Date.now()), transaction_id: 'C0' };
    const decoy = { ...small, transaction_amount: { currency_code: 'USD', value: '0.01' } };
    const paypal = openPaypal(({ url }) => {
      if (url.includes('/reporting/')) return list(decoy, transaction(ours, Date.now()));
      const order_id = url.endsWith('/C1') ? 'O1' : 'O0';
      return url.includes('/captures/')
        ? json(200, { supplementary_data: { related_ids: { order_id } } })
        : paidOrder('O1', inTime);
    });
    const told = await paypal.gateway.query({ ...attempt, requestedAtMs: attempt.startedAtMs });
    expect(told).toMatchObject({ kind: 'paid', captureRef: 'C1' });
    expect(paypal.calls().map(({ url }) => url.split('/').at(-1))).toContain('C1');
  });

  it('reads no more windows at once than it keeps: the next waits until one is old', async () => {
    let nowMs = Math.floor(Date.now() / 1_800_000) * 1_800_000;
    const told = openPaypal(() => list());
    const outside = { ...told.outside, now: () => nowMs };
    const { gateway } = openPaypal(() => list(), { outside });
    const ask = (n: number) =>
      gateway.query({ ...attempt, requestedAtMs: nowMs - 10 * 3_600_000 - n * 1_800_000 });
    for (let n = 0; n < 16; n += 1) expect(await ask(n)).toEqual(unclear('not in the list'));
    const before = told.calls().length;
    expect(await ask(16)).toEqual(unclear('too many windows at once'));
    expect(await ask(3)).toEqual(unclear('not in the list'));
    expect(told.calls()).toHaveLength(before);
    nowMs += 600_000;
    expect(await ask(16)).toEqual(unclear('not in the list'));
  });

  it('may be of a local method: it is the order that its message names, and only that', async () => {
    const paypal = openPaypal(() => paidOrder('O1', inTime));
    const paid = { kind: 'paid', gatewayRef: 'O1', captureRef: 'C1', merchantIsOurs: true };
    expect(await paypal.gateway.query(attempt, 'O1')).toMatchObject({ ...paid, amount: 1999 });
    expect(await paypal.gateway.query(attempt)).toMatchObject({ kind: 'indeterminate' });
    // An order that is known already is asked itself.
    const known = { ...attempt, gatewayRef: 'O9' };
    expect(await paypal.gateway.query(known, 'O1')).toMatchObject({ kind: 'indeterminate' });
    expect(paypal.calls().map(({ url }) => url.split('/').at(-1))).toEqual(['O1', 'O9']);
  });
});

describe('the answer to a one-tap payment', () => {
  const { gatewayRef: _, ...rest } = attemptOf();
  const attempt = { ...rest, gatewayRef: null };
  const amount = {
    currency_code: attempt.currency,
    value: toWire(attempt.amount, attempt.currency),
  };
  const payment = { id: 'C1', status: 'COMPLETED', amount };
  const unit = { invoice_id: attempt.id, custom_id: attempt.orderId, amount };
  const answered = (captured: object, more: object = {}) => {
    const captures = [{ ...payment, ...captured }];
    const purchase_units = [{ ...unit, ...more, payments: { captures } }];
    return json(201, { id: 'O1', status: 'COMPLETED', purchase_units });
  };
  const pay = (answer: Parameters<typeof openPaypal>[0]) => {
    const paypal = openPaypal(answer);
    const instrument = { kind: 'saved', token: TOKEN } as const;
    const result = paypal.gateway.submit({ ...submitInputOf({ attempt }), instrument });
    return result.then((told) => ({ told, calls: paypal.calls().length }));
  };
  it('is paid with our number, sum and payee', async () => {
    const { told } = await pay(() => answered({}, { payee: { merchant_id: 'TESTSHPA22222' } }));
    expect(told).toMatchObject({ kind: 'paid', amount: attempt.amount, merchantIsOurs: true });
  });

  it.each([
    ['payee', { payee: { merchant_id: 'THIEF22222222' } }, { merchantIsOurs: false }],
    ['sum', { amount: { ...amount, value: '0.01' } }, { amount: 1 }],
    ['currency', { amount: { ...amount, currency_code: 'EUR' } }, { currency: 'EUR' }],
  ])('[attack] tells another %s, so that a person decides', async (_name, captured, told) => {
    expect((await pay(() => answered(captured))).told).toMatchObject({ kind: 'paid', ...told });
  });

  it.each([
    ['another number', { invoice_id: 'A18_1' }],
    ['another order of ours', { custom_id: 'o18' }],
  ])('[attack] pays nothing with %s: it is unknown', async (_name, captured) => {
    const { told } = await pay(() => answered(captured));
    expect(told).toMatchObject({ kind: 'indeterminate', why: 'the answer is about another order' });
  });

  it('is a refusal of our access twice: no order was made, and the wallet is not at fault', async () => {
    const { told, calls } = await pay(() => problem(401, 'AUTHENTICATION_FAILURE'));
    expect(told).toMatchObject({ kind: 'refused', cause: 'access' });
    expect(calls).toBe(2);
  });

  it('is unknown when it refuses our access after a silent try, which may have paid', async () => {
    const { told } = await pay((_heard, count) =>
      count === 1 ? problem(500, 'INTERNAL') : problem(401, 'AUTHENTICATION_FAILURE'),
    );
    expect(told).toMatchObject({ kind: 'indeterminate' });
  });

  it('is asked for again with a new token and the same request id when it refuses our access once', async () => {
    const ids: (string | null)[] = [];
    const { told } = await pay((heard, count) => {
      ids.push(heard.headers.get('paypal-request-id'));
      return count === 1 ? problem(401, 'AUTHENTICATION_FAILURE') : answered({});
    });
    expect(ids).toEqual([`one-${attempt.id}`, `one-${attempt.id}`]);
    expect(told).toMatchObject({ kind: 'paid', captureRef: 'C1' });
  });
});

function spanOf(url: string): number {
  const { searchParams } = new URL(url);
  const at = (name: string) => Date.parse(searchParams.get(name) ?? '');
  return at('end_date') - at('start_date');
}

it('[attack] the token of a kept wallet stands in no log', async () => {
  const paypal = openPaypal(() => problem(500, 'INTERNAL_SERVER_ERROR'));
  const card = { userId: 'p1', token: TOKEN };
  expect(await paypal.gateway.cards.forget(card)).toMatchObject({ kind: 'indeterminate' });
  expect(await paypal.gateway.cards.find(card)).toMatchObject({ kind: 'indeterminate' });
  expect(paypal.calls()[0]?.url).toBe(`${BASE}/v3/vault/payment-tokens/${TOKEN}`);
  expect(paypal.reports.length).toBeGreaterThan(1);
  expect(paypal.reports.filter((report) => report.includes(TOKEN))).toEqual([]);
});
