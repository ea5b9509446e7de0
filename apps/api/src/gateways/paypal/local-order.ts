import { textOf } from '../../platform/http-client/json.ts';
import { unreachable } from '../../platform/unreachable.ts';
import type { Instrument } from '../instrument.ts';
import type { GatewayResult, SubmitInput } from '../port.ts';
import { callPaypal, type Paypal, payerActionOf } from './call.ts';
import { causeOf, reactionTo } from './issues.ts';
import { canCharge } from './money.ts';
import { experienceOf, purchaseOf } from './orders.ts';
import { COMPLETES_ITSELF, indeterminate } from './translate.ts';

/**
 * Creates the order of a local method, such as iDEAL: its payer pays on the method's page, and PayPal captures by itself.
 * An order without an answer cannot be paid, because no payer has the address of its page.
 */
export async function createLocalOrder(
  paypal: Paypal,
  input: Omit<SubmitInput, 'instrument'>,
  { method, payer }: Extract<Instrument, { kind: 'local' }>,
): Promise<GatewayResult> {
  const { attempt, returnUrl, language: locale, brandName } = input;
  if (!canCharge(attempt.amount, attempt.currency)) return refused('AMOUNT_NOT_CHARGEABLE');
  const { payment_source: source } = method.values;
  const { name } = payer;
  if (source === undefined || name === undefined) return refused('INCOMPLETE_PAYER');
  const experience_context = experienceOf({ returnUrl, cancelUrl: returnUrl, locale, brandName });
  const order = {
    ...purchaseOf(input),
    processing_instruction: COMPLETES_ITSELF,
    payment_source: { [source]: { name, country_code: attempt.country, experience_context } },
  };
  const reply = await callPaypal(paypal, {
    path: '/v2/checkout/orders',
    body: JSON.stringify(order),
    requestId: `ord-${attempt.id}`,
  });
  if (reply.kind === 'silent') return indeterminate(reply.why);
  if (reply.kind === 'error') return resultOfRefusal(reply.status, reply.issue);
  const gatewayRef = textOf(reply.body['id']);
  const url = payerActionOf(reply.body);
  if (gatewayRef === null) return indeterminate('an order without a number');
  // A query gives the page, or the end of an order that has none.
  if (url === null) return { kind: 'pending', gatewayRef, alarm: null };
  return { kind: 'action', gatewayRef, url };
}

/** Refusals of the method alone: the account may take wallets without it. */
const METHOD_IS_OFF = /^(?:PERMISSION_DENIED|NOT_AUTHORIZED)|(?:SOURCE_NOT_SUPPORTED|NOT_ENABLED)/;

function resultOfRefusal(status: number, issue: string): GatewayResult {
  if ((status === 403 || status === 422) && METHOD_IS_OFF.test(issue)) {
    return { kind: 'refused', code: issue, cause: 'contract' };
  }
  const reaction = reactionTo(status, issue);
  switch (reaction) {
    case 'declined':
      return { kind: 'declined', failure: 'declined', gatewayRef: null };
    case 'read_order':
    case 'processing':
    case 'player':
      return { kind: 'indeterminate', why: issue, cause: 'request' };
    case 'access':
    case 'account':
    case 'our_fault':
    case 'gone':
    case 'unlisted':
      return { kind: 'refused', code: issue, cause: causeOf(reaction) };
    default:
      return unreachable('reaction', reaction);
  }
}

const refused = (code: string) => ({ kind: 'refused', code, cause: 'request' }) as const;
