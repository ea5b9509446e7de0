import { callDeadlineMs } from '../../platform/http-client/exchange.ts';
import { cutText, textOf, type Fields } from '../../platform/http-client/json.ts';
import { unreachable } from '../../platform/unreachable.ts';
import type { GatewayAttempt, GatewayResult, Opened, OpenInput } from '../port.ts';
import { callPaypal, payerActionOf, type PaypalLine, type Reply } from './call.ts';
import { reactionTo } from './issues.ts';
import { paypalLocale } from './locale.ts';
import { canCharge, toWire } from './money.ts';
import { invoiceOf, resultOfOrder, type Payee } from './translate.ts';

type Paypal = PaypalLine & Payee;
type Refused = Extract<Reply, { kind: 'error' }>;

const indeterminate = (why: string): GatewayResult => ({ kind: 'indeterminate', why });

/** Creates the wallet order that the player approves. Moves no money. */
export async function createOrder(paypal: Paypal, input: OpenInput): Promise<Opened> {
  const { attempt } = input;
  if (!canCharge(attempt.amount, attempt.currency)) {
    return { kind: 'refused', code: 'AMOUNT_NOT_CHARGEABLE', switchOff: false };
  }
  const reply = await callPaypal(
    paypal,
    {
      method: 'POST',
      path: '/v2/checkout/orders',
      body: JSON.stringify(orderOf(input)),
      requestId: `ord-${attempt.id}`,
    },
    endOf(paypal),
  );
  switch (reply.kind) {
    case 'ok': {
      const gatewayRef = textOf(reply.body['id']);
      const approveUrl = payerActionOf(reply.body);
      return gatewayRef === null || approveUrl === null
        ? { kind: 'silent', why: 'an order without a number or a way to approve it' }
        : { kind: 'wallet_order', gatewayRef, approveUrl };
    }
    case 'error': {
      const switchOff = reactionTo(reply.status, reply.issue) === 'account';
      return { kind: 'refused', code: reply.issue, switchOff };
    }
    case 'silent':
      return reply;
    default:
      return unreachable('reply', reply);
  }
}

function orderOf(input: OpenInput): Fields {
  const { attempt } = input;
  const locale = paypalLocale(input.locale);
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'default',
        invoice_id: attempt.id,
        custom_id: attempt.orderId,
        description: cutText(input.description, 127),
        amount: {
          currency_code: attempt.currency,
          value: toWire(attempt.amount, attempt.currency),
        },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          return_url: input.returnUrl,
          cancel_url: input.cancelUrl,
          brand_name: cutText(input.brandName, 127),
          ...(locale === null ? {} : { locale }),
        },
      },
    },
  };
}

/** Captures the approved money. The answer contains the whole order. */
export async function captureOrder(
  paypal: Paypal,
  attempt: GatewayAttempt,
): Promise<GatewayResult> {
  const path = orderPath(attempt);
  if (path === null) return { kind: 'refused', code: 'NO_WALLET_ORDER', switchOff: false };
  const endsAt = endOf(paypal);
  const reply = await callPaypal(
    paypal,
    {
      method: 'POST',
      path: `${path}/capture`,
      body: '{}',
      requestId: `cap-${attempt.id}-${attempt.captureTries}`,
      wantsAll: true,
    },
    endsAt,
  );
  switch (reply.kind) {
    case 'ok':
      return afterCapture(resultOfAnswer(paypal, attempt, reply.body), 'captured');
    case 'error':
      return resultOfRefusal(paypal, attempt, reply, endsAt);
    case 'silent':
      return indeterminate(reply.why);
    default:
      return unreachable('reply', reply);
  }
}

async function resultOfRefusal(
  paypal: Paypal,
  attempt: GatewayAttempt,
  { status, issue, payerAction }: Refused,
  endsAt: number,
): Promise<GatewayResult> {
  const reaction = reactionTo(status, issue);
  switch (reaction) {
    case 'read_order':
      return afterCapture(await readOrder(paypal, attempt, endsAt), issue);
    case 'player':
      // This request id returns this refusal forever, so the next capture needs the next number:
      // this result increments it.
      return {
        kind: 'choose_other_funding',
        url: payerAction ?? (await findPayerAction(paypal, attempt, endsAt)),
        isDeclined: issue === 'INSTRUMENT_DECLINED',
      };
    case 'processing':
      return { kind: 'pending', gatewayRef: attempt.gatewayRef, alarm: null };
    case 'declined':
      return { kind: 'declined', failure: 'declined', gatewayRef: attempt.gatewayRef };
    case 'account':
      return { kind: 'refused', code: issue, switchOff: true };
    case 'our_fault':
      return { kind: 'refused', code: issue, switchOff: false };
    case 'gone':
      return resultOfGone(attempt);
    case 'unlisted':
      return indeterminate(issue);
    default:
      return unreachable('reaction', reaction);
  }
}

/** Queries the attempt's order at PayPal. */
export async function queryOrder(paypal: Paypal, attempt: GatewayAttempt): Promise<GatewayResult> {
  return readOrder(paypal, attempt, endOf(paypal));
}

async function readOrder(
  paypal: Paypal,
  attempt: GatewayAttempt,
  endsAt: number,
): Promise<GatewayResult> {
  const path = orderPath(attempt);
  if (path === null) return indeterminate('there is no wallet order to ask about');
  const reply = await callPaypal(paypal, { method: 'GET', path }, endsAt);
  switch (reply.kind) {
    case 'ok':
      return resultOfAnswer(paypal, attempt, reply.body);
    case 'error':
      return reactionTo(reply.status, reply.issue) === 'gone'
        ? resultOfGone(attempt)
        : indeterminate(reply.issue);
    case 'silent':
      return indeterminate(reply.why);
    default:
      return unreachable('reply', reply);
  }
}

/** The answer to our own call; it must name our order and the paid amount. */
function resultOfAnswer(paypal: Paypal, attempt: GatewayAttempt, order: Fields): GatewayResult {
  const invoice = invoiceOf(order);
  if (order['id'] !== attempt.gatewayRef || (invoice !== null && invoice !== attempt.id)) {
    return indeterminate('the answer is about another order');
  }
  const result = resultOfOrder(order, paypal);
  return result.kind === 'paid' && result.amount === null
    ? indeterminate('paid, but no amount said')
    : result;
}

/** After a capture, "approved" and "player must act" are contradictory: a query decides. */
function afterCapture(result: GatewayResult, said: string): GatewayResult {
  return result.kind === 'approved' || result.kind === 'action'
    ? indeterminate(`${said}, but the order is ${result.kind}`)
    : result;
}

/** The order is gone: nothing was captured, unless a capture was attempted before. */
function resultOfGone(attempt: GatewayAttempt): GatewayResult {
  return attempt.wasSubmitted ? { kind: 'not_found' } : { kind: 'closed' };
}

/** A refusal may omit the player's link; the order has it. */
async function findPayerAction(
  paypal: Paypal,
  attempt: GatewayAttempt,
  endsAt: number,
): Promise<string | null> {
  const result = await readOrder(paypal, attempt, endsAt);
  return result.kind === 'action' ? result.url : null;
}

function orderPath(attempt: GatewayAttempt): string | null {
  return attempt.gatewayRef === null
    ? null
    : `/v2/checkout/orders/${encodeURIComponent(attempt.gatewayRef)}`;
}

function endOf(paypal: Paypal): number {
  return paypal.outside.now() + callDeadlineMs(paypal.outside);
}
