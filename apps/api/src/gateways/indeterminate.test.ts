import { describe, expect, it } from 'vitest';
import type { Gateway, RefundInput } from './port.ts';
import { attemptOf, openInputOf, submitInputOf } from './testing/data.ts';
import { json, type Play } from './testing/outside.ts';
import { accepted, openPayermax, signed } from './testing/payermax-platform.ts';
import { captureOf, openPaypal, ORDER_ID, orderOf, problem } from './testing/paypal-fake.ts';

/** Rule 3 of payments.md §0 for every call: an unclear answer is indeterminate, never money. */

const attempt = attemptOf({ gatewayRef: ORDER_ID });
const refund: RefundInput = {
  refundId: `R${attempt.orderId}_1`,
  attemptId: attempt.id,
  captureRef: 'C1',
  paymentRef: ORDER_ID,
  gatewayRef: null,
  amount: 500,
  currency: 'USD',
  requestedAtMs: Date.parse('2026-04-02T09:59:00Z'),
  notifyUrl: 'https://shop.example/webhooks/payermax',
};

type Call = readonly [name: string, make: (gateway: Gateway) => Promise<{ readonly kind: string }>];
const SUBMIT: Call = ['submit', (gateway) => gateway.submit(submitInputOf({ attempt }))];
const QUERY: Call = ['query', (gateway) => gateway.query(attempt)];
const REFUND: Call = ['refund', (gateway) => gateway.refund(refund)];
const QUERY_REFUND: Call = ['query a refund', (gateway) => gateway.queryRefund(refund)];
const QUERY_NUMBERED: Call = [
  'query a refund by its number there',
  (gateway) => gateway.queryRefund({ ...refund, gatewayRef: 'F1' }),
];
const QUERY_CAPTURE: Call = [
  'query a capture',
  (gateway) =>
    gateway.queryCapture({
      attemptId: attempt.id,
      captureRef: 'C1',
      amount: 1_999,
      currency: 'USD',
      hasPartBack: false,
    }),
];
const OPEN: Call = ['open', (gateway) => gateway.open(openInputOf())];
const CALLS = [OPEN, SUBMIT, QUERY, REFUND, QUERY_REFUND];

/** A successful answer to each call. */
const YES = {
  outTradeNo: attempt.id,
  tradeToken: 'T1',
  status: 'SUCCESS',
  totalAmount: 19.99,
  currency: 'USD',
  clientKey: 'c',
  sessionKey: 's',
};
const YES_REFUND = { outRefundNo: refund.refundId, refundTradeNo: 'F1', status: 'REFUND_SUCCESS' };
const unsignedYes = { code: 'APPLY_SUCCESS', data: YES };
const paypalYes = JSON.stringify(orderOf('COMPLETED', [captureOf()]));

type Trouble = readonly [what: string, play: () => Play];
const OF_BOTH: readonly Trouble[] = [
  ['silence', () => ({ hangsMs: 10_000 })],
  ['a broken connection', () => 'breaks'],
  ['HTTP 500', () => json(500, paypalYes)],
  ['HTTP 502 of something in between', () => json(502, '<html>')],
  [
    'a way elsewhere',
    () => new Response(null, { status: 302, headers: { location: 'https://x' } }),
  ],
];
const OF_PAYERMAX: readonly Trouble[] = [
  ...OF_BOTH,
  ['no JSON', () => signed('<html>')],
  ['a list', () => signed('[]')],
  ['nothing', () => signed('')],
  ['nothing that was asked for', () => accepted({})],
  ['half of it', () => json(200, JSON.stringify(unsignedYes).slice(0, -9))],
  ['a yes that nobody signed', () => json(200, unsignedYes)],
  [
    'a yes with the signature of another answer',
    () => json(200, unsignedYes, { sign: accepted({}).headers.get('sign') ?? '' }),
  ],
  ['a megabyte', () => signed(`{"code":"APPLY_SUCCESS","msg":"${'x'.repeat(1_100_000)}"}`)],
];
const OF_PAYPAL: readonly Trouble[] = [
  ...OF_BOTH,
  ['no JSON', () => json(200, '<html>')],
  ['a list', () => json(200, '[]')],
  ['nothing', () => json(200, '')],
  ['nothing that was asked for', () => json(200, {})],
  ['half of it', () => json(200, paypalYes.slice(0, -9))],
  ['too many requests', () => problem(429, 'RATE_LIMIT_REACHED')],
  ['its own first try', () => problem(409, 'PREVIOUS_REQUEST_IN_PROGRESS')],
  ['a megabyte', () => json(200, { ...orderOf('COMPLETED'), x: 'x'.repeat(1_100_000) })],
];

describe('[F06] an invalid answer is indeterminate, at every call', () => {
  it.each(OF_PAYERMAX)('PayerMax: %s', async (_, play) => {
    for (const [name, call] of CALLS) {
      const { kind } = await call(openPayermax(play).gateway);
      expect(kind, name).toBe(name === 'open' ? 'silent' : 'indeterminate');
    }
  });

  it.each(OF_PAYPAL)('PayPal: %s', async (_, play) => {
    for (const [name, call] of [...CALLS, QUERY_NUMBERED, QUERY_CAPTURE]) {
      const { kind } = await call(openPaypal(play).gateway);
      expect(kind, name).toBe(name === 'open' ? 'silent' : 'indeterminate');
    }
  });

  it('a clear success is not indeterminate', async () => {
    for (const [, call] of [SUBMIT, QUERY]) {
      expect((await call(openPayermax(() => accepted(YES)).gateway)).kind).toBe('paid');
      expect((await call(openPaypal(() => json(200, paypalYes)).gateway)).kind).toBe('paid');
    }
  });
});

describe('[F06] an answer about another order changes nothing', () => {
  it.each(['A9_1', `${attempt.id}1`, '', 7, null])('PayerMax names the order %j', async (other) => {
    for (const [name, call] of [SUBMIT, QUERY]) {
      const { gateway } = openPayermax(() => accepted({ ...YES, outTradeNo: other }));
      expect((await call(gateway)).kind, name).toBe('indeterminate');
    }
  });

  const sum = (value: string, currency_code = 'USD') => ({ amount: { currency_code, value } });
  const REFUNDED = { id: 'F1', status: 'COMPLETED', invoice_id: refund.refundId, ...sum('5.00') };

  it.each([
    ['another refund', { outRefundNo: 'R9_1' }, { invoice_id: 'R9_1' }],
    ['a cent less', { refundAmount: 4.99 }, sum('4.99')],
    ['minor units', { refundAmount: 500 }, sum('500.00')],
    ['a negative sum', { refundAmount: -5 }, sum('-5.00')],
    ['nothing', { refundAmount: 0 }, sum('0.00')],
    ['a huge sum', { refundAmount: 1e21 }, sum('1e21')],
    ['another currency', { refundCurrency: 'EUR' }, sum('5.00', 'EUR')],
  ])('a refund answered with %s', async (_, payermax, paypal) => {
    const refunded = { ...YES_REFUND, refundAmount: 5, refundCurrency: 'USD' };
    for (const [name, call] of [REFUND, QUERY_REFUND]) {
      const right = openPayermax(() => accepted(refunded));
      expect((await call(right.gateway)).kind, name).toBe('succeeded');
      const wrong = openPayermax(() => accepted({ ...refunded, ...payermax }));
      expect((await call(wrong.gateway)).kind, name).toBe('indeterminate');
    }
    for (const [name, call] of [REFUND, QUERY_REFUND, QUERY_NUMBERED]) {
      const right = openPaypal(() => json(201, REFUNDED));
      expect((await call(right.gateway)).kind, name).toBe('succeeded');
      const wrong = openPaypal(() => json(201, { ...REFUNDED, ...paypal }));
      expect((await call(wrong.gateway)).kind, name).toBe('indeterminate');
    }
  });
});
