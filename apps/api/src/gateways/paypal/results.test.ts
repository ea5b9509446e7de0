import { describe, expect, it } from 'vitest';
import type { GatewayResult, Opened } from '../port.ts';
import { attemptOf, openInputOf, submitInputOf, WALLET } from '../testing/data.ts';
import { json } from '../testing/outside.ts';
import {
  APPROVE_URL,
  captureOf,
  openPaypal,
  ORDER_ID,
  orderOf,
  problem,
} from '../testing/paypal-fake.ts';

const attempt = attemptOf({ gatewayRef: ORDER_ID });
const paid = {
  kind: 'paid',
  gatewayRef: ORDER_ID,
  captureRef: '2GG279541U471931P',
  amount: 1999,
  currency: 'USD',
  merchantIsOurs: true,
  card: null,
};
const indeterminate = { kind: 'indeterminate' };
const declined = { kind: 'declined', failure: 'declined' };
const account = { kind: 'refused', cause: 'account' };
const access = { kind: 'refused', cause: 'access' };
const ourFault = { kind: 'refused', cause: 'request' };
const other = { kind: 'choose_other_funding', isDeclined: false };

/** Status and issue of a refused capture → the result (payments.md §2.2). */
const ISSUES: readonly (readonly [number, string, object])[] = [
  [422, 'ORDER_NOT_APPROVED', other],
  [422, 'PAYER_ACTION_REQUIRED', other],
  [422, 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', other],
  [422, 'INSTRUMENT_DECLINED', { ...other, isDeclined: true }],
  [422, 'ORDER_COMPLETION_IN_PROGRESS', { kind: 'pending', alarm: null }],
  [422, 'TRANSACTION_REFUSED', declined],
  [422, 'PAYER_CANNOT_PAY', declined],
  [422, 'PAYER_ACCOUNT_RESTRICTED', declined],
  [422, 'PAYER_ACCOUNT_LOCKED_OR_CLOSED', declined],
  [422, 'TRANSACTION_LIMIT_EXCEEDED', declined],
  [422, 'COMPLIANCE_VIOLATION', declined],
  [422, 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', declined],
  [422, 'PAYEE_BLOCKED_TRANSACTION', declined],
  [422, 'PAYEE_ACCOUNT_RESTRICTED', account],
  [422, 'PAYEE_ACCOUNT_INVALID', account],
  [422, 'AUTH_CAPTURE_NOT_ENABLED', account],
  [403, 'PERMISSION_DENIED', access],
  [403, 'SOMETHING_NEW', access],
  [404, 'INVALID_RESOURCE_ID', { kind: 'closed' }],
  [422, 'DECIMAL_PRECISION', ourFault],
  [422, 'DECIMALS_NOT_SUPPORTED', ourFault],
  [422, 'CANNOT_BE_ZERO_OR_NEGATIVE', ourFault],
  [422, 'CURRENCY_NOT_SUPPORTED', ourFault],
  [422, 'CURRENCY_NOT_SUPPORTED_FOR_BANK', ourFault],
  [400, 'MALFORMED_REQUEST_JSON', ourFault],
  [422, 'SOMETHING_NEW', indeterminate],
  [422, 'INVALID_RESOURCE_ID', indeterminate],
  [409, 'RESOURCE_CONFLICT', indeterminate],
  [418, 'constructor', indeterminate],
];

describe("PayPal's refusals of a capture", () => {
  it.each(ISSUES)('treat %i %s by the rules', async (status, issue, result) => {
    const { gateway } = openPaypal(({ method }) =>
      method === 'GET' ? json(200, orderOf('PAYER_ACTION_REQUIRED')) : problem(status, issue),
    );
    expect(await gateway.submit(submitInputOf({ attempt }))).toMatchObject(result);
  });

  it('send the player to the refusal’s link, or the order’s', async () => {
    const named = openPaypal(() => problem(422, 'INSTRUMENT_DECLINED', 'https://pay.example/a'));
    expect(await named.gateway.submit(submitInputOf({ attempt }))).toEqual({
      ...other,
      isDeclined: true,
      url: 'https://pay.example/a',
    });
    expect(named.calls()).toHaveLength(1);
    const unnamed = openPaypal(({ method }) =>
      method === 'GET'
        ? json(200, orderOf('PAYER_ACTION_REQUIRED'))
        : problem(422, 'INSTRUMENT_DECLINED'),
    );
    expect(await unnamed.gateway.submit(submitInputOf({ attempt }))).toEqual({
      ...other,
      isDeclined: true,
      url: APPROVE_URL,
    });
  });

  it.each(['ORDER_ALREADY_CAPTURED', 'DUPLICATE_INVOICE_ID', 'ORDER_COMPLETED_OR_VOIDED'])(
    'query the order after %s',
    async (issue) => {
      const submit = (order: object): Promise<GatewayResult> =>
        openPaypal(({ method }) =>
          method === 'GET' ? json(200, order) : problem(422, issue),
        ).gateway.submit(submitInputOf({ attempt }));
      expect(await submit(orderOf('COMPLETED', [captureOf()]))).toEqual(paid);
      expect(await submit(orderOf('VOIDED'))).toEqual({ kind: 'closed' });
      // The answers contradict each other: no state may follow.
      expect(await submit(orderOf('APPROVED'))).toMatchObject(indeterminate);
    },
  );

  it('are indeterminate when the order is gone and a capture was attempted before', async () => {
    const { gateway } = openPaypal(() => problem(404, 'INVALID_RESOURCE_ID'));
    const tried = attemptOf({ gatewayRef: ORDER_ID, wasSubmitted: true });
    expect(await gateway.query(tried)).toEqual({ kind: 'not_found' });
    expect(await gateway.query(attempt)).toEqual({ kind: 'closed' });
  });
});

/** An order's state and captures → the result (payments.md §2.1). */
const ORDERS: readonly (readonly [string, object, object])[] = [
  ['created', orderOf('CREATED'), { kind: 'action', gatewayRef: ORDER_ID, url: APPROVE_URL }],
  ['waiting', orderOf('PAYER_ACTION_REQUIRED'), { kind: 'action', url: APPROVE_URL }],
  ['approved', orderOf('APPROVED'), { kind: 'approved', gatewayRef: ORDER_ID }],
  ['voided', orderOf('VOIDED'), { kind: 'closed' }],
  ['completed without captures', orderOf('COMPLETED'), indeterminate],
  ['something new', orderOf('PARKED'), indeterminate],
  ['captured', orderOf('COMPLETED', [captureOf()]), paid],
  ['refunded since', orderOf('COMPLETED', [captureOf({ status: 'REFUNDED' })]), paid],
  ['partly refunded', orderOf('COMPLETED', [captureOf({ status: 'PARTIALLY_REFUNDED' })]), paid],
  [
    'waiting for an eCheck',
    orderOf('COMPLETED', [captureOf({ status: 'PENDING', status_details: { reason: 'ECHECK' } })]),
    { kind: 'pending', gatewayRef: ORDER_ID, alarm: null },
  ],
  [
    'waiting for our own account',
    orderOf('COMPLETED', [
      captureOf({ status: 'PENDING', status_details: { reason: 'UNILATERAL' } }),
    ]),
    { kind: 'pending', alarm: 'UNILATERAL' },
  ],
  ['declined', orderOf('COMPLETED', [captureOf({ status: 'DECLINED' })]), declined],
  ['failed', orderOf('COMPLETED', [captureOf({ status: 'FAILED' })]), declined],
  [
    'declined once, approved again',
    orderOf('APPROVED', [captureOf({ status: 'DECLINED' })]),
    { kind: 'approved' },
  ],
  [
    'declined, then paid',
    orderOf('COMPLETED', [captureOf({ status: 'DECLINED' }), captureOf()]),
    paid,
  ],
  [
    'a capture of no known state',
    orderOf('COMPLETED', [captureOf({ status: 'ODD' })]),
    indeterminate,
  ],
  [
    'paid without an amount',
    orderOf('COMPLETED', [captureOf({ amount: undefined })]),
    indeterminate,
  ],
  ['paid without a number', orderOf('COMPLETED', [captureOf({ id: undefined })]), indeterminate],
  ['of another attempt', orderOf('COMPLETED', [captureOf({ invoice_id: 'A9_1' })]), indeterminate],
  ['another order', { ...orderOf('COMPLETED', [captureOf()]), id: 'OTHER' }, indeterminate],
  [
    "another merchant's",
    orderOf('COMPLETED', [captureOf({ payee: { merchant_id: 'OTHER' } })]),
    { kind: 'paid', merchantIsOurs: false },
  ],
  ['nothing', {}, indeterminate],
];

describe("PayPal's orders", () => {
  it.each(ORDERS)('translate a query: %s', async (_, order, result) => {
    const { gateway } = openPaypal(() => json(200, order));
    expect(await gateway.query(attempt)).toMatchObject(result);
  });

  it('translate a capture, but never to no result', async () => {
    const submit = (order: object): Promise<GatewayResult> =>
      openPaypal(() => json(201, order)).gateway.submit(submitInputOf({ attempt }));
    expect(await submit(orderOf('COMPLETED', [captureOf()]))).toEqual(paid);
    expect(await submit(orderOf('APPROVED'))).toMatchObject(indeterminate);
    expect(await submit(orderOf('CREATED'))).toMatchObject(indeterminate);
    // The short answer has no captures: a query decides.
    expect(await submit({ id: ORDER_ID, status: 'COMPLETED' })).toMatchObject(indeterminate);
  });

  it('are not queried without a reference', async () => {
    const { gateway, heard } = openPaypal(() => json(200, {}));
    expect(await gateway.query(attemptOf())).toMatchObject(indeterminate);
    expect(await gateway.submit(submitInputOf())).toMatchObject(ourFault);
    expect(heard).toHaveLength(0);
  });
});

describe('opening a wallet order', () => {
  const open = (answer: () => Response): Promise<Opened> =>
    openPaypal(answer).gateway.open(openInputOf({ method: WALLET }));

  it('returns its id and the approval link', async () => {
    expect(await open(() => json(200, orderOf('PAYER_ACTION_REQUIRED')))).toEqual({
      kind: 'wallet_order',
      gatewayRef: ORDER_ID,
      approveUrl: APPROVE_URL,
    });
  });

  it('is refused, or silent', async () => {
    expect(await open(() => problem(422, 'CURRENCY_NOT_SUPPORTED'))).toMatchObject({
      kind: 'refused',
      code: 'CURRENCY_NOT_SUPPORTED',
      cause: 'request',
    });
    expect(await open(() => problem(422, 'PAYEE_ACCOUNT_RESTRICTED'))).toMatchObject(account);
    expect(await open(() => problem(500, 'INTERNAL'))).toMatchObject({ kind: 'silent' });
    expect(await open(() => json(201, { id: ORDER_ID }))).toMatchObject({ kind: 'silent' });
    const link = [{ rel: 'payer-action', href: 'javascript:alert(1)' }];
    expect(await open(() => json(201, { id: ORDER_ID, links: link }))).toMatchObject({
      kind: 'silent',
    });
  });
});
