import { NO_WAY_BACK } from '../refunds/rules.ts';
import type { Cause } from './order-cause.ts';
import {
  askGateway,
  openGateway,
  payBack,
  waysOfRefusedRefund,
  type Can,
} from './order-commands.ts';
import {
  leftOf,
  mainMail,
  mainPayment,
  type OrderFacts,
  type Payment,
  type Refund,
} from './order-facts.ts';
import {
  gatewayName,
  inOneLine,
  notPaidBack,
  REFUND_REASONS,
  sumOf,
  timeOf,
} from './order-words.ts';
import type { Next, Told } from './told.ts';

type MoneyCause = Extract<
  Cause,
  | 'not_given_owed'
  | 'refund_on_its_way'
  | 'refund_refused'
  | 'part_refunded'
  | 'refunded'
  | 'overpayment'
>;

/** An order whose money goes back, went back, or should. */
export function explainMoneyBack(facts: OrderFacts, cause: MoneyCause): Told {
  switch (cause) {
    case 'not_given_owed':
      return notGiven(facts);
    case 'refund_on_its_way':
      return onItsWay(facts);
    case 'refund_refused':
      return refusedRefund(facts);
    case 'part_refunded':
      return partRefunded(facts);
    case 'refunded':
      return refunded(facts);
    case 'overpayment':
      return overpayment(facts);
  }
}

function notGiven(facts: OrderFacts): Told {
  const payment = mainPayment(facts);
  const sum = payment === null ? 'the money' : sumOf(leftOf(payment), payment.currency);
  const mail = mainMail(facts);
  const why = mail?.why ?? null;
  return {
    tone: 'red',
    sentence: `The goods could not be given, and ${sum} is not on its way back.`,
    why: [
      mail?.state === 'cancelled'
        ? 'The mail was cancelled before the game took it.'
        : `The game refused the mail${why === null ? '' : `: ${inOneLine(why)}`}.`,
    ],
    next: [{ at: null, text: 'An operator pays it back; no step follows by itself.' }],
    can: [payBack(facts, `Pay back ${sum}`, false)],
  };
}

/** Refunds of the payment that bought the goods. */
const ofGoods = ({ refunds }: OrderFacts) => refunds.filter(({ isOverpayment }) => !isOverpayment);
const isRunning = ({ state }: Refund) => state !== 'SUCCEEDED' && state !== 'FAILED';

function onItsWay(facts: OrderFacts): Told {
  const running = ofGoods(facts).filter(isRunning);
  const refund = running.find(({ state }) => state !== 'RESERVED') ?? running[0];
  if (refund === undefined) {
    const { reserved, currency } = facts.states;
    return {
      tone: 'blue',
      sentence: `${sumOf(reserved, currency)} is on its way back.`,
      why: [givenOrNot(facts)],
      next: [],
      can: [],
    };
  }
  const total = running.reduce((sum, { amount }) => sum + amount, 0);
  return {
    tone: 'blue',
    sentence: wayOf(facts, refund, sumOf(total, refund.currency)),
    why: [`Because ${REFUND_REASONS[refund.reason]}.`, givenOrNot(facts)],
    next: nextOf(facts, refund),
    can: [askGateway(facts, refund.provider), seeRefund(refund)],
  };
}

/** Begins with the sum, so that it fits after other words, too. */
function wayOf({ now }: OrderFacts, refund: Refund, sum: string): string {
  const gateway = gatewayName(refund.provider);
  const at = refund.sentAt ?? refund.at;
  switch (refund.state) {
    case 'RESERVED':
      return `${sum} goes back; it is not sent to ${gateway} yet.`;
    case 'SUBMITTING':
      return `${sum} is on its way back, sent ${timeOf(at, now)}; ${gateway} has not answered yet.`;
    case 'PENDING':
      return `${sum} is on its way back, sent ${timeOf(at, now)}; ${gateway} says pending.`;
    case 'UNKNOWN':
      return `${sum} was sent back ${timeOf(at, now)}; ${gateway} has not said whether it moved.`;
    case 'SUCCEEDED':
      return `${sum} went back ${timeOf(refund.at, now)}.`;
    case 'FAILED':
      return `${notPaidBack(refund, sum)}.`;
  }
}

function nextOf(facts: OrderFacts, refund: Refund): Next[] {
  const { nextAt: at } = refund;
  if (at === null) return [];
  const gateway = gatewayName(refund.provider);
  if (refund.state !== 'RESERVED') return [{ at, text: `${gateway} is asked about it again.` }];
  const hasOther = facts.refunds.some(
    ({ id, state }) => id !== refund.id && ['SUBMITTING', 'PENDING', 'UNKNOWN'].includes(state),
  );
  if (hasOther) return [{ at, text: 'It waits for another refund of the order, one at a time.' }];
  const isHeld = facts.disputes.some(({ state }) => state === 'open');
  return [
    { at, text: isHeld ? 'It waits for the end of the dispute.' : `It is sent to ${gateway}.` },
  ];
}

function seeRefund(refund: Refund): Can {
  const gateway = gatewayName(refund.provider);
  return openGateway(`See ${refund.gatewayRef ?? refund.id} in ${gateway}'s own pages`);
}

function givenOrNot(facts: OrderFacts): string {
  const mail = mainMail(facts);
  switch (mail?.state) {
    case 'delivered':
      return `The goods are in ${mail.name}'s mailbox on ${mail.server}.`;
    case 'queued':
    case 'retrying':
      return 'The mail with the goods still waits.';
    case 'rejected':
      return 'The game refused the mail: the goods were not given.';
    case 'cancelled':
      return 'The mail was cancelled: the goods were not given.';
    case undefined:
      return 'No mail was written: the goods were not given.';
  }
}

function refusedRefund(facts: OrderFacts): Told {
  const refund = ofGoods(facts).findLast(({ isRefused }) => isRefused);
  const isGiven = mainMail(facts)?.state === 'delivered';
  if (refund === undefined) return notGiven(facts);
  return {
    tone: 'red',
    sentence: wayOf(facts, refund, sumOf(refund.amount, refund.currency)),
    why: [`It was to go back because ${REFUND_REASONS[refund.reason]}.`, givenOrNot(facts)],
    next: retryOf(refund),
    can: [...waysOfRefusedRefund(refund, isGiven && isDecided(refund)), seeRefund(refund)],
  };
}

const isDecided = ({ reason }: Refund) => reason === 'resolution' || reason === 'operator';

function retryOf({ retryAt, failure }: Refund): Next[] {
  if (failure === NO_WAY_BACK) {
    const text = 'Our bank pays it back, and an operator books that; no step follows by itself.';
    return [{ at: null, text }];
  }
  return retryAt === null
    ? [{ at: null, text: 'An operator sends it again; no step follows by itself.' }]
    : [{ at: retryAt, text: 'It is sent again by itself, under a new number.' }];
}

function partRefunded(facts: OrderFacts): Told {
  const { captured, refunded: back, currency } = facts.states;
  const left = captured - back;
  return {
    tone: 'green',
    sentence: `${sumOf(back, currency)} of ${sumOf(captured, currency)} went back. ${givenOrNot(facts)}`,
    why: backs(facts, ofGoods(facts)),
    next: [{ at: null, text: 'The order is done; no step follows by itself.' }],
    can: [payBack(facts, `Pay back the other ${sumOf(left, currency)}`, true)],
  };
}

/** Finished refunds with their time and reason. */
function backs({ now }: OrderFacts, refunds: readonly Refund[]): string[] {
  return refunds
    .filter(({ state }) => state === 'SUCCEEDED')
    .map(
      ({ amount, currency, at, reason, bankNumber }) =>
        `${sumOf(amount, currency)} went back ${timeOf(at, now)}${bankNumber === null ? '' : ` by our bank (${bankNumber})`}, because ${REFUND_REASONS[reason]}.`,
    );
}

function refunded(facts: OrderFacts): Told {
  const { states } = facts;
  const done = [{ at: null, text: 'The order is done; no step follows by itself.' }];
  if (states.state !== 'success' && states.state !== 'refunded') {
    const late = facts.payments.filter(({ captured }) => captured > 0);
    const [one] = late;
    const isLost = late.some(({ lost }) => lost > 0);
    const sum = one === undefined ? 'The money' : sumOf(one.captured, one.currency);
    return {
      tone: 'grey',
      sentence: `${late.length > 1 ? 'Payments' : sum} came too late for this order and ${isLost ? 'was taken back by the bank' : 'went back'}.`,
      why: [...backs(facts, facts.refunds), 'No goods were given.'],
      next: done,
      can: [],
    };
  }
  const { captured, refunded: back, lost, currency } = states;
  const all =
    back >= captured
      ? `All of ${sumOf(back, currency)} went back`
      : `${sumOf(back, currency)} went back`;
  const rest = lost > 0 ? `, and the bank took ${sumOf(lost, currency)}` : '';
  const isGiven = facts.mails.some(({ state }) => state === 'delivered');
  const isNotGiven =
    !isGiven && (states.reason === 'not_deliverable' || states.mail?.state === 'rejected');
  return {
    tone: 'grey',
    sentence: isNotGiven ? `The goods could not be given. ${all}${rest}.` : `${all}${rest}.`,
    why: [...backs(facts, ofGoods(facts)), givenOrNot(facts)],
    next: done,
    can: [],
  };
}

function overpayment(facts: OrderFacts): Told {
  const payment = facts.payments.find(
    (each) => each.isOverpayment && each.captured > each.refunded + each.lost,
  );
  const refund = facts.refunds.findLast(
    (each) => each.attemptId === payment?.id && each.state !== 'SUCCEEDED',
  );
  const isPaid = facts.states.state === 'success' || facts.states.state === 'refunded';
  const begin = isPaid ? 'Two payments came' : 'A payment came too late for this order';
  if (payment === undefined) {
    return { tone: 'violet', sentence: `${begin}.`, why: [], next: [], can: [] };
  }
  const sum = sumOf(payment.captured - payment.refunded - payment.lost, payment.currency);
  const of = isPaid ? `${sum} of the second` : sum;
  const why = [
    isPaid
      ? `${payment.id} bought nothing, because another payment had bought the goods. ${givenOrNot(facts)}`
      : `${payment.id} bought nothing, and no goods were given.`,
  ];
  if (refund !== undefined && isRunning(refund)) {
    return {
      tone: 'blue',
      sentence: `${begin}; ${of} is on its way back.`,
      why: [...why, wayOf(facts, refund, sumOf(refund.amount, refund.currency))],
      next: nextOf(facts, refund),
      can: [seeRefund(refund)],
    };
  }
  return overpaymentRefused(facts, payment, { begin, of, why });
}

function overpaymentRefused(
  facts: OrderFacts,
  payment: Payment,
  words: { readonly begin: string; readonly of: string; readonly why: readonly string[] },
): Told {
  const { begin, of, why } = words;
  const refused = facts.refunds.findLast((each) => each.attemptId === payment.id && each.isRefused);
  if (refused === undefined) {
    return {
      tone: 'red',
      sentence: `${begin}; ${of} is not on its way back.`,
      why: [...why],
      next: [{ at: null, text: 'An operator pays it back; no step follows by itself.' }],
      can: [payBack(facts, 'Pay the overpayment back', false)],
    };
  }
  return {
    tone: 'red',
    sentence: `${begin}, and ${notPaidBack(refused, of)}.`,
    why: [...why],
    next: retryOf(refused),
    can: [...waysOfRefusedRefund(refused, false), seeRefund(refused)],
  };
}
