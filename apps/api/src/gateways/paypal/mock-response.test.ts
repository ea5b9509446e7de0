import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REAL_OUTSIDE } from '../../platform/http-client/exchange.ts';
import type { Gateway, GatewayAttempt, RefundInput } from '../port.ts';
import { openInputOf, submitInputOf, WALLET } from '../testing/data.ts';
import { faultsOf, issuesOf } from '../testing/paypal-documents.ts';
import { openRecordingProxy } from '../testing/recording-proxy.ts';
import { openSandboxEnvironment, type SandboxEnvironment } from '../testing/sandbox-environment.ts';
import { createPaypalGateway } from './gateway.ts';

let sandbox: SandboxEnvironment;
let proxy: Awaited<ReturnType<typeof openRecordingProxy>>;
let mocked: Gateway;
let issue = '';

beforeAll(async () => {
  sandbox = await openSandboxEnvironment();
  proxy = await openRecordingProxy(`${sandbox.url}/paypal`);
  mocked = createPaypalGateway({
    ...sandbox.paypalOptions,
    base: proxy.url,
    outside: {
      ...REAL_OUTSIDE,
      wait: async () => undefined,
      // PayPal's negative test: this call is refused with this issue.
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        if (init?.method === 'POST' && !headers.get('authorization')?.startsWith('Basic')) {
          headers.set('paypal-mock-response', JSON.stringify({ mock_application_codes: issue }));
        }
        return fetch(input, { ...init, headers });
      },
    },
  });
});

afterAll(async () => {
  proxy.stop();
  await sandbox.stop();
});

/** Issues in use that PayPal's document (of early 2024) of the call omits. */
const UNLISTED = new Set([
  'NEWLY_INVENTED',
  'RATE_LIMIT_REACHED',
  'CURRENCY_NOT_SUPPORTED',
  'PAYEE_ACCOUNT_RESTRICTED',
  'DECIMAL_PRECISION',
  'CANNOT_BE_ZERO_OR_NEGATIVE',
  'INSTRUMENT_DECLINED',
]);

/** Checks that PayPal's document of the call allows the sandbox's refusal. */
async function expectDocumented(before: number): Promise<void> {
  const refused = proxy.recorded.slice(before).filter(({ status }) => status >= 400);
  expect(refused.length).toBeGreaterThan(0);
  if (!UNLISTED.has(issue)) expect(refused.flatMap(faultsOf), issue).toEqual([]);
}

async function openWallet(): Promise<GatewayAttempt> {
  const attempt = sandbox.newAttempt();
  const opened = await sandbox.paypal.open(openInputOf({ attempt, method: WALLET }));
  if (opened.kind !== 'wallet_order') throw new Error(JSON.stringify(opened));
  return { ...attempt, gatewayRef: opened.gatewayRef };
}

async function openApproved(): Promise<GatewayAttempt> {
  const attempt = await openWallet();
  await sandbox.post('/paypal/approve', { order_id: attempt.gatewayRef });
  return attempt;
}

const declined = { kind: 'declined', failure: 'declined' };
const account = { kind: 'refused', cause: 'account' };
const access = { kind: 'refused', cause: 'access' };
const ourFault = { kind: 'refused', cause: 'request' };
const player = { kind: 'choose_other_funding', isDeclined: false };
const indeterminate = { kind: 'indeterminate' };

/** Refusals of a capture (payments.md §2.2). */
const CAPTURES: readonly (readonly [string, object])[] = [
  ['INTERNAL_SERVER_ERROR', indeterminate],
  ['RATE_LIMIT_REACHED', indeterminate],
  ['PREVIOUS_REQUEST_IN_PROGRESS', indeterminate],
  // The order is read instead, and is only approved: a query decides.
  ['ORDER_ALREADY_CAPTURED', indeterminate],
  ['DUPLICATE_INVOICE_ID', indeterminate],
  ['ORDER_NOT_APPROVED', player],
  ['PAYER_ACTION_REQUIRED', player],
  ['REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', player],
  ['INSTRUMENT_DECLINED', { ...player, isDeclined: true }],
  ['ORDER_COMPLETION_IN_PROGRESS', { kind: 'pending', alarm: null }],
  ['TRANSACTION_REFUSED', declined],
  ['PAYER_CANNOT_PAY', declined],
  ['PAYER_ACCOUNT_RESTRICTED', declined],
  ['PAYER_ACCOUNT_LOCKED_OR_CLOSED', declined],
  ['TRANSACTION_LIMIT_EXCEEDED', declined],
  ['COMPLIANCE_VIOLATION', declined],
  ['MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', declined],
  ['PAYEE_BLOCKED_TRANSACTION', declined],
  ['PAYEE_ACCOUNT_RESTRICTED', account],
  ['PERMISSION_DENIED', access],
  ['AUTH_CAPTURE_NOT_ENABLED', account],
  ['AUTHENTICATION_FAILURE', access],
  ['INVALID_RESOURCE_ID', { kind: 'closed' }],
  ['DECIMAL_PRECISION', ourFault],
  ['CANNOT_BE_ZERO_OR_NEGATIVE', ourFault],
  ['CURRENCY_NOT_SUPPORTED', ourFault],
  ['INVALID_PARAMETER_VALUE', ourFault],
  ['NEWLY_INVENTED', indeterminate],
];

/** Refusals of a new order (payments.md §2.2). */
const CREATES: readonly (readonly [string, object])[] = [
  ['INTERNAL_SERVER_ERROR', { kind: 'silent' }],
  ['RATE_LIMIT_REACHED', { kind: 'silent' }],
  ['PREVIOUS_REQUEST_IN_PROGRESS', { kind: 'silent' }],
  ['PAYEE_ACCOUNT_RESTRICTED', account],
  ['PAYEE_ACCOUNT_INVALID', account],
  ['PERMISSION_DENIED', access],
  ['AUTHENTICATION_FAILURE', access],
  ['CURRENCY_NOT_SUPPORTED', ourFault],
  ['DECIMAL_PRECISION', ourFault],
  ['CANNOT_BE_ZERO_OR_NEGATIVE', ourFault],
  ['DUPLICATE_INVOICE_ID', ourFault],
  ['INSTRUMENT_DECLINED', ourFault],
  ['MISSING_REQUIRED_PARAMETER', ourFault],
  ['NEWLY_INVENTED', ourFault],
];

/**
 * Refusals of a refund (payments.md §2.2): a definite one releases the amount, others are
 * indeterminate.
 */
const REFUNDS: readonly (readonly [string, object])[] = [
  ...issuesOf('payments-v2', 'captures.refund-422').map(
    (code) =>
      [code, code === 'DUPLICATE_INVOICE_ID' ? indeterminate : { kind: 'failed', code }] as const,
  ),
  ['REFUND_AMOUNT_EXCEEDED', { kind: 'failed' }],
  ['MISSING_REQUIRED_PARAMETER', { kind: 'failed' }],
  ['PERMISSION_DENIED', { kind: 'failed' }],
  ['INVALID_RESOURCE_ID', { kind: 'failed' }],
  ['INTERNAL_SERVER_ERROR', indeterminate],
  ['RATE_LIMIT_REACHED', indeterminate],
  ['PREVIOUS_REQUEST_IN_PROGRESS', indeterminate],
  ['AUTHENTICATION_FAILURE', indeterminate],
  ['INSTRUMENT_DECLINED', indeterminate],
  ['NEWLY_INVENTED', indeterminate],
];

describe('PayPal’s negative test on our server’s call', () => {
  it.each(CAPTURES)(
    '[S08] a capture refused with %s, and nothing captured',
    async (code, result) => {
      issue = code;
      const attempt = await openApproved();
      const before = proxy.recorded.length;
      expect(await mocked.submit(submitInputOf({ attempt }))).toMatchObject(result);
      await expectDocumented(before);
      expect(await sandbox.paypal.query(attempt)).toMatchObject({ kind: 'approved' });
    },
  );

  it.each(CREATES)('[C10] an order refused with %s', async (code, opened) => {
    issue = code;
    const attempt = sandbox.newAttempt();
    const before = proxy.recorded.length;
    expect(await mocked.open(openInputOf({ attempt, method: WALLET }))).toMatchObject(opened);
    await expectDocumented(before);
  });

  it('[F17] a refund refused with each issue, and nothing given back', async () => {
    const attempt = await openApproved();
    const paid = await sandbox.paypal.submit(submitInputOf({ attempt }));
    if (paid.kind !== 'paid') throw new Error(JSON.stringify(paid));
    const refund: RefundInput = {
      refundId: `R${attempt.orderId}_1`,
      attemptId: attempt.id,
      captureRef: paid.captureRef,
      paymentRef: attempt.gatewayRef,
      gatewayRef: null,
      amount: attempt.amount,
      currency: attempt.currency,
      requestedAtMs: Date.now(),
      notifyUrl: '',
    };
    for (const [code, result] of REFUNDS) {
      issue = code;
      const before = proxy.recorded.length;
      expect(await mocked.refund(refund), code).toMatchObject(result);
      await expectDocumented(before);
    }
    // The same request without the mock refunds the whole amount.
    expect(await sandbox.paypal.refund(refund)).toMatchObject({ kind: 'succeeded' });
  });
});
