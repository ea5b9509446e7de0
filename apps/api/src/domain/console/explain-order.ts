import type { Explanation } from '@webpay/contract/console/shapes';
import { explainChargeback, explainDisputed } from './explain-dispute.ts';
import { explainMail } from './explain-mail.ts';
import { explainMoneyBack } from './explain-money-back.ts';
import { explainUnpaid } from './explain-payment.ts';
import { orderBadges } from './order-badges.ts';
import { causeOf, type Cause } from './order-cause.ts';
import { clearFlag, COPY_ANSWER, decideRequest, settleResult, type Can } from './order-commands.ts';
import { mainMail, type OrderFacts, type Quarantined } from './order-facts.ts';
import { gatewayName, mismatchInWords, sumOf, timeOf } from './order-words.ts';
import type { Told } from './told.ts';

/** Tells the cause of an order's state, why, the steps that follow by themselves, and the steps of an operator. */
export function explainOrder(facts: OrderFacts): Explanation {
  const cause = causeOf(facts.states);
  const told = tell(facts, cause);
  return {
    ...told,
    badges: orderBadges(facts.states).badges,
    why: [...told.why, ...alsoTrue(facts, cause)],
    can: [...withAnswer(cause, told.can), ...alsoPossible(facts, cause)],
  };
}

function tell(facts: OrderFacts, cause: Cause): Told {
  switch (cause) {
    case 'not_paid':
    case 'bank_asks':
    case 'unresolved':
    case 'processing':
    case 'declined_funds':
    case 'declined':
    case 'cancelled':
    case 'payment_error':
    case 'expired':
      return explainUnpaid(facts, cause);
    case 'mail_queued':
    case 'mail_retrying_full':
    case 'mail_retrying_maintenance':
    case 'mail_retrying':
    case 'mail_parked':
    case 'mail_held':
    case 'delivered':
      return explainMail(facts, cause);
    case 'not_given_owed':
    case 'refund_on_its_way':
    case 'refund_refused':
    case 'part_refunded':
    case 'refunded':
    case 'overpayment':
      return explainMoneyBack(facts, cause);
    case 'disputed':
      return explainDisputed(facts);
    case 'chargeback':
      return explainChargeback(facts);
    case 'quarantined':
      return explainQuarantined(facts);
  }
}

/** An unpaid order with a result that was not applied; its payment goes on as before. */
function explainQuarantined(facts: OrderFacts): Told {
  const [first] = facts.quarantined;
  const states = { ...facts.states, quarantined: 0 };
  const { next } = tell({ ...facts, states }, causeOf(states));
  const words =
    first === undefined ? 'A result of the gateway does not fit this order.' : unfit(facts, first);
  return {
    tone: 'orange',
    sentence: `${words} No money was booked.`,
    why: [
      ...(first === undefined
        ? []
        : [`It came ${timeOf(first.at, facts.now)} for ${first.attemptId}.`]),
      'The order is not paid here; the gateway may have taken money.',
    ],
    next: [...next, { at: null, text: 'An operator decides about the result.' }],
    can: first === undefined ? [] : settleResult(first),
  };
}

/** "A result of PayPal does not fit: its amount differs, 5.00 USD instead of 4.99 USD." */
function unfit({ payments }: OrderFacts, result: Quarantined): string {
  const { told, attemptId, provider } = result;
  const ours = payments.find(({ id }) => id === attemptId);
  const isOther =
    /^(?:amount|currency)_differs$/.test(result.reason) &&
    told !== null &&
    ours !== undefined &&
    (told.minor !== ours.amount || told.currency !== ours.currency);
  const sums = isOther
    ? `, ${sumOf(told.minor, told.currency)} instead of ${sumOf(ours.amount, ours.currency)}`
    : '';
  return `A result of ${gatewayName(provider)} does not fit: ${mismatchInWords(result)}${sums}.`;
}

/** The answer comes first where it ends the ticket, else after what an operator must do. */
function withAnswer(cause: Cause, can: readonly Can[]): Can[] {
  return NEEDS_OPERATOR.has(cause) ? [...can, COPY_ANSWER] : [COPY_ANSWER, ...can];
}

const NEEDS_OPERATOR: ReadonlySet<Cause> = new Set<Cause>([
  'mail_parked',
  'mail_held',
  'not_given_owed',
  'refund_refused',
  'disputed',
  'chargeback',
  'overpayment',
  'quarantined',
]);

/** Facts beside the cause that an operator must not miss. */
function alsoTrue(facts: OrderFacts, cause: Cause): string[] {
  const { states, order, now } = facts;
  const told: string[] = [];
  if (cause !== 'quarantined') told.push(...facts.quarantined.map((each) => unfit(facts, each)));
  if (states.hasOverpayment && cause !== 'overpayment') {
    told.push('A second payment of this order is not back yet.');
  }
  const isParked = states.mail?.isParked === true && cause !== 'mail_parked';
  if (isParked) told.push('The mail is parked, because the game never answered.');
  const hasRefusedResend = facts.mails.some(({ isToDecide }) => isToDecide);
  if (hasRefusedResend && cause !== 'delivered')
    told.push('The game refused a resend of the goods.');
  if (states.isRefundRefused && cause !== 'refund_refused') told.push('A refund was refused.');
  for (const { kind, createdAt } of openRequests(facts)) {
    const wish = kind === 'refund' ? 'a refund' : 'the goods on another character';
    told.push(`The player asked for ${wish} ${timeOf(createdAt, now)}; the request is open.`);
  }
  if (order.flaggedSince !== null) {
    told.push(`The player cannot order: flagged since ${timeOf(order.flaggedSince, now)}.`);
  }
  return told;
}

function alsoPossible(facts: OrderFacts, cause: Cause): Can[] {
  const isGiven = mainMail(facts)?.state === 'delivered';
  const requests = openRequests(facts).flatMap((request) => decideRequest(request, isGiven));
  const results = facts.quarantined.slice(cause === 'quarantined' ? 1 : 0).flatMap(settleResult);
  // The flag of another order's dispute is lifted from there.
  const hasEnded =
    facts.disputes.length > 0 && facts.disputes.every(({ state }) => state !== 'open');
  const flag = facts.order.flaggedSince !== null && hasEnded ? [clearFlag(facts)] : [];
  return [...requests, ...results, ...flag];
}

function openRequests({ requests }: OrderFacts) {
  return requests.filter(({ state }) => state === 'open');
}
