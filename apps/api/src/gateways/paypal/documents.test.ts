import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REAL_OUTSIDE } from '../../platform/http-client/exchange.ts';
import type { Gateway, GatewayAttempt, RefundInput } from '../port.ts';
import { openInputOf, submitInputOf, WALLET } from '../testing/data.ts';
import { faultsOf, operationOf } from '../testing/paypal-documents.ts';
import { openRecordingProxy } from '../testing/recording-proxy.ts';
import { openSandboxEnvironment, type SandboxEnvironment } from '../testing/sandbox-environment.ts';
import { createPaypalGateway } from './gateway.ts';

let sandbox: SandboxEnvironment;
let proxy: Awaited<ReturnType<typeof openRecordingProxy>>;
let paypal: Gateway;

beforeAll(async () => {
  sandbox = await openSandboxEnvironment();
  proxy = await openRecordingProxy(sandbox.url, '/paypal');
  paypal = createPaypalGateway({ ...sandbox.paypalOptions, base: proxy.url, outside: hurried });
});

afterAll(async () => {
  proxy.stop();
  await sandbox.stop();
});

/** No pauses between attempts, and no certificate, so that PayPal verifies its events. */
const hurried = {
  ...REAL_OUTSIDE,
  wait: async () => undefined,
  fetch: (input: Parameters<typeof fetch>[0], init?: RequestInit) =>
    typeof input === 'string' && input.includes('/certs/')
      ? Promise.reject(new Error('lost'))
      : fetch(input, init),
};

async function openWallet(): Promise<GatewayAttempt> {
  const attempt = sandbox.newAttempt();
  const opened = await paypal.open(openInputOf({ attempt, method: WALLET, locale: 'zh' }));
  if (opened.kind !== 'wallet_order') throw new Error(JSON.stringify(opened));
  return { ...attempt, gatewayRef: opened.gatewayRef };
}

const approve = (attempt: GatewayAttempt, funding: string): Promise<unknown> =>
  sandbox.post('/paypal/approve', { order_id: attempt.gatewayRef, funding });

const fault = (op: string, kind: string): Promise<unknown> =>
  sandbox.post('/faults', { target: 'paypal', op, kind, times: 1 });

/** A payment by iDEAL, which the sandbox captures by itself. */
async function payByIdeal(): Promise<void> {
  const attempt = { ...sandbox.newAttempt(), currency: 'EUR', country: 'NL' };
  const method = { flow: 'redirect', values: { payment_source: 'ideal' }, lifeMs: 0 } as const;
  const instrument = { kind: 'local', method, payer: { name: 'Jan de Vries' } } as const;
  const made = await paypal.submit(submitInputOf({ attempt, instrument }));
  if (made.kind !== 'action') throw new Error(JSON.stringify(made));
  const asked = { ...attempt, gatewayRef: made.gatewayRef };
  expect(await paypal.query(asked)).toMatchObject({ kind: 'action', url: made.url });
  await sandbox.post(new URL(made.url ?? '').pathname, { result: 'approve' });
  expect(await paypal.query(asked)).toMatchObject({ kind: 'paid', currency: 'EUR' });
}

/** One payment and its refunds by every call, with the refusals. */
async function walkThrough(): Promise<void> {
  await payByIdeal();
  const attempt = await openWallet();
  await paypal.query(attempt);
  expect(await paypal.submit(submitInputOf({ attempt }))).toMatchObject({
    kind: 'choose_other_funding',
  });
  await approve(attempt, 'declined');
  await paypal.query(attempt);
  const submit = (captureTries: number, changes: Partial<GatewayAttempt> = {}) =>
    paypal.submit(submitInputOf({ attempt: { ...attempt, captureTries, ...changes } }));
  expect(await submit(1)).toMatchObject({ kind: 'choose_other_funding', isDeclined: true });
  await approve(attempt, 'balance');
  await fault('order', 'drop_answer');
  const paid = await submit(2);
  if (paid.kind !== 'paid') throw new Error(JSON.stringify(paid));
  expect(await submit(2)).toEqual(paid);
  expect(await submit(3)).toEqual(paid);
  expect(await paypal.query(attempt)).toEqual(paid);
  expect(await submit(0, { gatewayRef: '0AB00000CD000000E' })).toMatchObject({ kind: 'closed' });

  const refund = (n: number, amount: number): RefundInput => ({
    refundId: `R${attempt.orderId}_${n}`,
    attemptId: attempt.id,
    captureRef: paid.captureRef ?? '',
    paymentRef: attempt.gatewayRef,
    gatewayRef: null,
    amount,
    currency: attempt.currency,
    requestedAtMs: Date.now(),
    notifyUrl: '',
  });
  const part = await paypal.refund(refund(1, 500));
  expect(part).toMatchObject({ kind: 'succeeded' });
  expect(await paypal.queryRefund(refund(1, 500))).toEqual(part);
  const gatewayRef = part.kind === 'succeeded' ? (part.gatewayRef ?? null) : null;
  expect(await paypal.queryRefund({ ...refund(1, 500), gatewayRef })).toEqual(part);
  const { id: attemptId, amount, currency } = attempt;
  const captured = { attemptId, captureRef: paid.captureRef ?? '', amount, currency };
  expect(await paypal.queryCapture({ ...captured, hasPartBack: true })).toEqual({
    kind: 'kept',
    paymentRef: attempt.gatewayRef,
  });
  await fault('refund', 'error');
  expect(await paypal.refund(refund(2, 1_500))).toMatchObject({ kind: 'failed' });
  expect(await paypal.refund(refund(3, 1_499))).toMatchObject({ kind: 'succeeded' });
  expect(await paypal.refund(refund(4, 1))).toMatchObject({ kind: 'failed' });

  const check = await openWallet();
  await approve(check, 'echeck');
  expect(await paypal.submit(submitInputOf({ attempt: check }))).toMatchObject({ kind: 'pending' });
  const stranger = createPaypalGateway({
    ...sandbox.paypalOptions,
    base: proxy.url,
    secret: 'wrong',
    outside: hurried,
  });
  expect(await stranger.query(attempt)).toMatchObject({ kind: 'indeterminate' });
  const event = await sandbox.notificationAbout(sandbox.paypal, attempt.id);
  expect(event.result).toMatchObject({ kind: 'paid' });
  const webhook = sandbox.webhooks.find(({ body }) => body.includes(attempt.id));
  const asked = await paypal.verifyNotification(
    webhook?.body ?? Buffer.alloc(0),
    webhook?.headers ?? {},
  );
  expect(asked.kind).toBe('verified');
}

describe('every call to PayPal and every answer of the sandbox', () => {
  it('[F06] [F17] matches PayPal’s own OpenAPI documents', async () => {
    await walkThrough();
    expect(proxy.recorded.flatMap(faultsOf)).toEqual([]);
    // Every operation was called with every expected status.
    const seen = new Set(proxy.recorded.map((each) => `${operationOf(each)} ${each.status}`));
    expect([...seen].toSorted()).toEqual([
      'get /v2/checkout/orders/{id} 200',
      'get /v2/payments/captures/{capture_id} 200',
      'get /v2/payments/refunds/{refund_id} 200',
      'post /v1/notifications/verify-webhook-signature 200',
      'post /v1/oauth2/token 200',
      'post /v1/oauth2/token 401',
      'post /v2/checkout/orders 200',
      'post /v2/checkout/orders/{id}/capture 200',
      'post /v2/checkout/orders/{id}/capture 201',
      'post /v2/checkout/orders/{id}/capture 404',
      'post /v2/checkout/orders/{id}/capture 422',
      'post /v2/payments/captures/{capture_id}/refund 201',
      'post /v2/payments/captures/{capture_id}/refund 422',
      'post /v2/payments/captures/{capture_id}/refund 500',
    ]);
  });

  it('fails for a call that the documents do not allow', async () => {
    const made = proxy.recorded.find((each) => operationOf(each) === 'post /v2/checkout/orders');
    if (made === undefined) throw new Error('no order was made');
    const withBody = (body: object) => ({
      ...made,
      requestBody: Buffer.from(JSON.stringify(body)),
    });
    const long = { ...made.requestHeaders, 'paypal-request-id': 'x'.repeat(109) };
    const wrong = [
      withBody({
        intent: 'TAKE',
        purchase_units: [{ amount: { currency_code: 'USD', value: '1' } }],
      }),
      withBody({ intent: 'CAPTURE', purchase_units: [] }),
      withBody({
        intent: 'CAPTURE',
        purchase_units: [{ amount: { currency_code: 'USD', value: 1 } }],
      }),
      { ...made, requestHeaders: long },
      { ...made, requestHeaders: { ...made.requestHeaders, 'content-type': 'text/plain' } },
      { ...made, body: Buffer.from('{"id":7}') },
      { ...made, body: Buffer.from('<html>') },
      { ...made, status: 418 },
      { ...made, path: '/v2/checkout/baskets' },
    ];
    for (const each of wrong) expect(faultsOf(each), JSON.stringify(each.path)).not.toEqual([]);
  });
});
