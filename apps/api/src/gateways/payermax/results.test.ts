import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { GatewayResult, Opened, RefundInput } from '../port.ts';
import { attemptOf, openInputOf, submitInputOf, testJson } from '../testing/data.ts';
import { accepted, openPayermax, refusal } from '../testing/payermax-platform.ts';

const attempt = attemptOf();
const named = { outTradeNo: attempt.id, tradeToken: 'T2026' };

const submit = (answer: () => Response): Promise<GatewayResult> =>
  openPayermax(answer).gateway.submit(submitInputOf());
const query = (answer: () => Response): Promise<GatewayResult> =>
  openPayermax(answer).gateway.query(attempt);
const open = (answer: () => Response): Promise<Opened> =>
  openPayermax(answer).gateway.open(openInputOf());

const refundInput: RefundInput = {
  refundId: `R${attempt.orderId}_1`,
  attemptId: attempt.id,
  captureRef: 'T2026',
  paymentRef: 'T2026',
  gatewayRef: null,
  requestedAtMs: 0,
  notifyUrl: 'https://shop.example/webhooks/payermax',
  amount: 499,
  currency: 'USD',
};

const indeterminate = { kind: 'indeterminate' };
const nothingMade = { kind: 'refused', cause: 'request' };
const access = { kind: 'refused', cause: 'access' };
const contract = { kind: 'refused', cause: 'contract' };
const declined = { kind: 'declined', failure: 'declined' };

/** Every code of error-codes.json → the result of orderAndPay (payments.md §1.2). */
const CODES: Readonly<Record<string, object>> = {
  APPLY_SUCCESS: indeterminate,
  SYSTEM_ERROR: indeterminate,
  REQUEST_TIMEOUT: indeterminate,
  UNEXPECTED_ERROR: indeterminate,
  SYSTEM_BUSY: indeterminate,
  TOO_MANY_REQUEST: nothingMade,
  REQ_TIME_OVER_TIME: nothingMade,
  SIGN_VERIFY_FAILED: access,
  MERCHANT_INVALID: access,
  MERCHANT_APP_INVALID: access,
  CONTRACT_INVALID: contract,
  CONTRACT_ERROR: contract,
  MERCHANT_SIGNED_PRODUCT_ERROR: contract,
  PARAMS_INVALID: nothingMade,
  AMOUNT_INVALID: nothingMade,
  AMOUNT_LIMIT: declined,
  COUNTRY_INVALID: nothingMade,
  CURRENCY_INVALID: nothingMade,
  PAYMENT_METHOD_NOT_EXIST: nothingMade,
  ORDER_NOT_EXIST: indeterminate,
  ORDER_REPEAT: indeterminate,
  PAYMENT_FAILED: declined,
  BALANCE_INSUFFICIENT: { kind: 'declined', failure: 'insufficient_balance' },
  REFUND_INSUFFICIENT_BALANCE: indeterminate,
};

const listed = v
  .parse(
    v.object({ codes: v.array(v.object({ code: v.string() })) }),
    testJson('payermax/error-codes.json'),
  )
  .codes.map(({ code }) => code);

describe("PayerMax's codes", () => {
  it.each(listed)('treat %s after orderAndPay by the rules', async (code) => {
    const expected = CODES[code];
    expect(expected, `${code} has no row in this table`).toBeDefined();
    expect(await submit(() => refusal(code))).toMatchObject(expected ?? {});
    expect(await submit(() => refusal(code, {}))).toMatchObject(expected ?? {});
    expect(await submit(() => refusal(code, null))).toMatchObject(expected ?? {});
  });

  it.each(['SOMETHING_NEW', 'constructor', '__proto__', 'toString', ''])(
    'treat the unlisted code %j as indeterminate',
    async (code) => {
      expect(await submit(() => refusal(code))).toMatchObject(indeterminate);
      expect(await query(() => refusal(code))).toMatchObject(indeterminate);
      expect(await open(() => refusal(code))).toMatchObject({ kind: 'silent' });
    },
  );

  it.each(['ID_NUM_INVALID', 'PHONE_NUM_INVALID'])(
    'tell wrong data of a payer: %s',
    async (code) => {
      const expected = { kind: 'refused', code, cause: 'payer' };
      expect(await submit(() => refusal(code))).toEqual(expected);
    },
  );

  it('follow the status beside an unlisted code, but never to money', async () => {
    const say = (status: string) => () => refusal('DO_NOT_HONOUR', { ...named, status });
    expect(await submit(say('FAILED'))).toMatchObject(declined);
    expect(await submit(say('CLOSED'))).toEqual({ kind: 'closed' });
    expect(await submit(say('PENDING'))).toMatchObject({ kind: 'pending' });
    expect(await submit(say('SUCCESS'))).toMatchObject(indeterminate);
  });

  it('do not let a query fail a payment', async () => {
    for (const code of listed) {
      const result = await query(() => refusal(code));
      expect(result.kind).toBe(code === 'ORDER_NOT_EXIST' ? 'not_found' : 'indeterminate');
    }
  });

  it('do not let a query fail a refund', async () => {
    for (const code of listed) {
      const { kind } = await openPayermax(() => refusal(code)).gateway.queryRefund(refundInput);
      expect(kind).toBe(code === 'ORDER_NOT_EXIST' ? 'not_found' : 'indeterminate');
    }
    // Too many queries are about this call alone; an outage counts for the circuit.
    const ask = (code: string) =>
      openPayermax(() => refusal(code)).gateway.queryRefund(refundInput);
    expect(await ask('TOO_MANY_REQUEST')).toMatchObject({ cause: 'request' });
    expect(await ask('SYSTEM_BUSY')).not.toHaveProperty('cause');
  });

  it('leave a refund unresolved while our key is wrong, to be sent again (14.1)', async () => {
    for (const code of ['SIGN_VERIFY_FAILED', 'MERCHANT_INVALID', 'MERCHANT_APP_INVALID']) {
      const { gateway } = openPayermax(() => refusal(code));
      expect(await gateway.refund(refundInput)).toMatchObject(indeterminate);
      expect(await gateway.queryRefund(refundInput)).toMatchObject(indeterminate);
    }
  });

  it('refuse to open, or stay silent, without a session', async () => {
    expect(await open(() => refusal('CONTRACT_INVALID'))).toMatchObject(contract);
    expect(await open(() => refusal('CURRENCY_INVALID'))).toMatchObject(nothingMade);
    expect(await open(() => refusal('SYSTEM_ERROR'))).toMatchObject({ kind: 'silent' });
    expect(await open(() => accepted({ clientKey: 'c' }))).toMatchObject({ kind: 'silent' });
    expect(await open(() => accepted({ clientKey: 'c', sessionKey: 's' }))).toEqual({
      kind: 'session',
      clientKey: 'c',
      sessionKey: 's',
    });
    const without = { clientKey: 'c', sessionKey: 's', notSupportedComponent: ['CARD'] };
    expect(await open(() => accepted(without))).toMatchObject(nothingMade);
  });
});

const paid = {
  kind: 'paid',
  gatewayRef: 'T2026',
  captureRef: 'T2026',
  merchantIsOurs: true,
};

/** `data.status` → the result of orderAndPay (payments.md §1.1). */
const STATUSES: readonly (readonly [string, object, object])[] = [
  ['SUCCESS', { status: 'SUCCESS' }, { ...paid, amount: null, currency: null, card: null }],
  ['SUCCESS without a trade token', { status: 'SUCCESS', tradeToken: '' }, indeterminate],
  [
    'PENDING with an address',
    { status: 'PENDING', redirectUrl: 'https://bank.example/3ds?x=1' },
    { kind: 'action', gatewayRef: 'T2026', url: 'https://bank.example/3ds?x=1' },
  ],
  [
    'PENDING with an address no browser should go to',
    { status: 'PENDING', redirectUrl: 'javascript:alert(1)' },
    { kind: 'pending' },
  ],
  ['PENDING', { status: 'PENDING' }, { kind: 'pending', gatewayRef: 'T2026', alarm: null }],
  ['FAILED', { status: 'FAILED' }, { ...declined, gatewayRef: 'T2026' }],
  [
    'FAILED for want of money',
    { status: 'FAILED', resultCode: 'BALANCE_INSUFFICIENT' },
    { kind: 'declined', failure: 'insufficient_balance' },
  ],
  ['CLOSED', { status: 'CLOSED', resultCode: 'PAYMENT_FAILED' }, { kind: 'closed' }],
  ['a status that is not listed', { status: 'PAID' }, indeterminate],
  ['a status that is no text', { status: ['SUCCESS'] }, indeterminate],
  ['another order', { status: 'SUCCESS', outTradeNo: 'A9_1' }, indeterminate],
  ['an order without a number', { status: 'SUCCESS', outTradeNo: null }, indeterminate],
];

describe("PayerMax's statuses", () => {
  it.each(STATUSES)('treat %s by the rules, in an answer and a query', async (_, data, result) => {
    expect(await submit(() => accepted({ ...named, ...data }))).toMatchObject(result);
    expect(await query(() => accepted({ ...named, ...data }))).toMatchObject(result);
  });

  it('compare the order number without case', async () => {
    const data = { ...named, outTradeNo: attempt.id.toUpperCase(), status: 'SUCCESS' };
    expect(await query(() => accepted(data))).toMatchObject(paid);
  });

  it('read amount and card from a query, and keep only the card’s mask', async () => {
    const data = {
      ...named,
      status: 'SUCCESS',
      totalAmount: 19.99,
      currency: 'USD',
      paymentDetails: [{ cardInfo: { cardOrg: 'VISA', cardIdentifierNo: '4444333322221111' } }],
    };
    expect(await query(() => accepted(data))).toEqual({
      ...paid,
      amount: 1999,
      currency: 'USD',
      card: { brand: 'VISA', masked: '444433******1111' },
    });
    const last4 = { paymentDetails: [{ cardInfo: { cardOrg: 'JCB', cardLast4: '0505' } }] };
    expect(await query(() => accepted({ ...data, ...last4 }))).toMatchObject({
      card: { brand: 'JCB', masked: '****0505' },
    });
  });

  it('keep the known trade token when a query omits it', async () => {
    const { gateway } = openPayermax(() => accepted({ outTradeNo: attempt.id, status: 'SUCCESS' }));
    expect(await gateway.query(attemptOf({ gatewayRef: 'T7' }))).toMatchObject({
      gatewayRef: 'T7',
    });
  });

  it('ignore a refusal that contradicts itself, or is about another order', async () => {
    const contradiction = () => refusal('PAYMENT_FAILED', { ...named, status: 'SUCCESS' });
    expect(await submit(contradiction)).toMatchObject(indeterminate);
    const others = () => refusal('PAYMENT_FAILED', { outTradeNo: 'A9_1', status: 'FAILED' });
    expect(await submit(others)).toMatchObject(indeterminate);
  });
});
