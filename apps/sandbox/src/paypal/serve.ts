import { accountOf, type Account, type OfAccount } from '../account.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallOp, Fault } from '../faults.ts';
import { header, paramOf, playCall, rawBody, readBody } from '../http.ts';
import { fieldsOf, parseJson, textOf, type Fields } from '../shape.ts';
import { serveApproval } from './approve-calls.ts';
import { captureOrder } from './capture-order.ts';
import { createOrder } from './create-order.ts';
import { serveDisputes } from './dispute-calls.ts';
import {
  badRequest,
  IN_PROGRESS,
  isPaypalError,
  mockedError,
  NOT_FOUND,
  sendError,
  SERVER_ERROR,
  TOO_MANY,
  UNAUTHORISED,
  unprocessable,
} from './errors.ts';
import { findFirst, ORDERS_KEPT_MS, PAYMENTS_KEPT_MS, readRequestId } from './idempotency.ts';
import { accountOfCredentials, accountOfToken, createTokenLimit, issueToken } from './oauth.ts';
import type { Paypal } from './paypal.ts';
import { refundCapture } from './refund-capture.ts';
import { serveLocalPages } from './local-page.ts';
import { serveReporting } from './reporting.ts';
import {
  captureInFull,
  orderInFull,
  orderInShort,
  refundInFull,
  refundInShort,
  tokenInFull,
} from './show.ts';
import { deleteToken } from './vault.ts';
import { serveVaultControls } from './vault-calls.ts';
import { serveNotifications } from './notification-calls.ts';

type Answer = { readonly status: number; readonly body: unknown };
type Work = (input: {
  body: Fields;
  id: string;
  key: string | null;
  fault: Fault | undefined;
  isFull: boolean;
  account: Account;
}) => Answer | ReturnType<typeof mockedError>;

export function servePaypal(app: FastifyInstance, paypal: Paypal): void {
  const isWithinLimit = createTokenLimit();
  app.post('/paypal/v1/oauth2/token', (request, reply) => {
    const secrets = paypal.ctx.keys.paypalSecrets();
    const account = accountOfCredentials(header(request, 'authorization'), secrets);
    if (account === null) {
      return reply
        .code(401)
        .send({ error: 'invalid_client', error_description: 'Client Authentication failed' });
    }
    const form = readBody(request);
    if (form['grant_type'] !== 'client_credentials') {
      return reply
        .code(400)
        .send({ error: 'unsupported_grant_type', error_description: 'Grant Type is NULL' });
    }
    if (!isWithinLimit()) return sendError(reply, TOO_MANY);
    return reply.send({
      scope: 'https://uri.paypal.com/services/payments/payment',
      token_type: 'Bearer',
      app_id: 'APP-SANDBOX0000000000',
      ...issueToken(account),
    });
  });

  serveOrders(app, paypal);
  servePayments(app, paypal);
  serveNotifications(app, paypal);
  serveApproval(app, paypal);
  serveLocalPages(app, paypal);
  serveDisputes(app, paypal);
  serveReporting(app, paypal);
  serveVault(app, paypal);
  serveVaultControls(app, paypal);
}

function serveVault(app: FastifyInstance, paypal: Paypal): void {
  app.get('/paypal/v3/vault/payment-tokens/:id', (request, reply) =>
    call(paypal, 'token', request, reply, 'get', ({ id, account }) => {
      const kept = paypal.kept.get(id);
      return kept && isOf(account, kept) ? { status: 200, body: tokenInFull(kept) } : NOT_FOUND;
    }),
  );

  app.delete('/paypal/v3/vault/payment-tokens/:id', (request, reply) =>
    call(paypal, 'token', request, reply, 'delete', ({ id, account }) => {
      const kept = paypal.kept.get(id);
      if (!kept || !isOf(account, kept)) return NOT_FOUND;
      paypal.ctx.store.commit(deleteToken(paypal, kept));
      return { status: 204, body: '' };
    }),
  );
}

function serveOrders(app: FastifyInstance, paypal: Paypal): void {
  const shown = (id: string, isFull: boolean, status: number): Answer => {
    const order = paypal.orders.get(id);
    if (!order) throw new Error('an order is not recorded');
    return { status, body: isFull ? orderInFull(paypal, order) : orderInShort(paypal, order) };
  };

  app.post('/paypal/v2/checkout/orders', (request, reply) =>
    call(paypal, 'order', request, reply, 'create', ({ body, key, fault, isFull, account }) => {
      const first = findFirst(paypal, key, ORDERS_KEPT_MS);
      if (first?.refusal) return first.refusal;
      if (first?.resource) return shown(first.resource, isFull, 200);
      if (fault?.kind === 'reject') return unprocessable('TRANSACTION_REFUSED');
      const order = createOrder(paypal, account, body, key);
      if (isPaypalError(order)) return order;
      return shown(order.id, isFull, order.hasSource ? 200 : 201);
    }),
  );

  app.post('/paypal/v2/checkout/orders/:id/capture', (request, reply) =>
    call(paypal, 'order', request, reply, 'capture', ({ id, key, fault, isFull, account }) => {
      const order = paypal.orders.get(id);
      if (!order || accountOf(order) !== account) return NOT_FOUND;
      const first = findFirst(paypal, key, ORDERS_KEPT_MS);
      if (first?.refusal) return first.refusal;
      if (first?.resource) return shown(id, isFull, 200);
      if (fault?.kind === 'reject') return unprocessable('TRANSACTION_REFUSED');
      const captured = captureOrder(paypal, order, key);
      return isPaypalError(captured) ? captured : shown(id, isFull, 201);
    }),
  );

  app.get('/paypal/v2/checkout/orders/:id', (request, reply) =>
    call(paypal, 'query', request, reply, 'get', ({ id, account }) =>
      isOf(account, paypal.orders.get(id)) ? shown(id, true, 200) : NOT_FOUND,
    ),
  );
}

function servePayments(app: FastifyInstance, paypal: Paypal): void {
  const shown = (id: string, isFull: boolean, status: number): Answer => {
    const refund = paypal.refunds.get(id);
    if (!refund) throw new Error('a refund is not recorded');
    return { status, body: isFull ? refundInFull(paypal, refund) : refundInShort(paypal, refund) };
  };

  app.get('/paypal/v2/payments/captures/:id', (request, reply) =>
    call(paypal, 'query', request, reply, 'get', ({ id, account }) => {
      const capture = paypal.captures.get(id);
      return capture && isOf(account, capture)
        ? { status: 200, body: captureInFull(paypal, capture) }
        : NOT_FOUND;
    }),
  );

  app.post('/paypal/v2/payments/captures/:id/refund', (request, reply) =>
    call(
      paypal,
      'refund',
      request,
      reply,
      'refund',
      ({ id, body, key, fault, isFull, account }) => {
        const capture = paypal.captures.get(id);
        if (!capture || !isOf(account, capture)) return NOT_FOUND;
        const first = findFirst(paypal, key, PAYMENTS_KEPT_MS);
        if (first?.refusal) return first.refusal;
        // The document of this call allows 201 only, also for a repetition.
        if (first?.resource) return shown(first.resource, isFull, 201);
        const refund = refundCapture(paypal, capture, body, key, fault?.kind === 'reject');
        return isPaypalError(refund) ? refund : shown(refund.id, isFull, 201);
      },
    ),
  );

  app.get('/paypal/v2/payments/refunds/:id', (request, reply) =>
    call(paypal, 'query', request, reply, 'get', ({ id, account }) =>
      isOf(account, paypal.refunds.get(id)) ? shown(id, true, 200) : NOT_FOUND,
    ),
  );
}

/** Another account's resource does not exist. */
function isOf(account: Account, row: OfAccount | undefined): boolean {
  return row !== undefined && accountOf(row) === account;
}

/** One call of a REST app: token, form, mocks and faults first, then the work. */
async function call(
  paypal: Paypal,
  op: CallOp,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  work: Work,
): Promise<unknown> {
  const account = accountOfToken(header(request, 'authorization'));
  if (account === null) return sendError(reply, UNAUTHORISED);
  const bytes = rawBody(request);
  const body = bytes.length === 0 ? {} : parseJson(bytes);
  if (body === undefined) return sendError(reply, badRequest('MALFORMED_REQUEST_JSON', '/'));
  const mocked = readMock(header(request, 'paypal-mock-response'));
  if (mocked !== undefined) return sendError(reply, mockedError(mocked));
  const id = paramOf(request, 'id');
  const key = readRequestId(request, `${name}|${id}`);
  if (key !== null && typeof key !== 'string') return sendError(reply, key);

  // A concurrent second request under one id is refused.
  if (key !== null && paypal.inFlight.has(key)) return sendError(reply, IN_PROGRESS);
  if (key !== null) paypal.inFlight.add(key);
  reply.raw.once('close', () => key !== null && paypal.inFlight.delete(key));

  const { faults, silences } = paypal.ctx;
  const fault = faults.meetCall('paypal', op);
  return playCall(silences, fault, reply, {
    error: () => sendError(reply, SERVER_ERROR),
    work: () => {
      const isFull = /return=representation/.test(header(request, 'prefer') ?? '');
      const answer = work({ body: fieldsOf(body), id, key, fault, isFull, account });
      return () =>
        'issue' in answer ? sendError(reply, answer) : reply.code(answer.status).send(answer.body);
    },
  });
}

function readMock(value: string | undefined): string | undefined {
  const codes = fieldsOf(parseJson(value ?? ''))['mock_application_codes'];
  const first: unknown = Array.isArray(codes) ? codes[0] : codes;
  return textOf(first);
}
