import type { Sum } from '@webpay/contract/console/shapes';
import type { AttemptState } from '@webpay/contract/order-states';
import { causeOf, type Cause } from '../order-cause.ts';
import { leftOf, mainMail, mainPayment, type OrderFacts } from '../order-facts.ts';
import type { AnswerFacts } from './answer-text.ts';

/** The cause of an order for its player, and what the answer names but goods and number. */
export function answerFacts(facts: OrderFacts): {
  readonly cause: Cause;
  readonly named: Omit<AnswerFacts, 'goods' | 'order_no'>;
} {
  const cause = toldCause(facts);
  const { order } = facts;
  const mail = mainMail(facts);
  return {
    cause,
    named: {
      name: order.name,
      recipient: mail?.name ?? order.name,
      server: mail?.server ?? order.server,
      sum: sumOf(facts, cause),
      date: dateOf(facts, cause),
      isResend: mail?.kind === 'resend',
      mayBeTaken: facts.payments.some(({ lateQueryAt }) => lateQueryAt !== null),
    },
  };
}

/** The cause to tell; where another row of the order would make its answer untrue, a safer one. */
function toldCause(facts: OrderFacts): Cause {
  const cause = causeOf(facts.states);
  const isIn = (...states: readonly AttemptState[]) =>
    facts.payments.some(({ state }) => states.includes(state));
  switch (cause) {
    case 'not_paid':
    case 'declined_funds':
    case 'declined':
    case 'cancelled':
    case 'payment_error':
    case 'expired':
      if (isIn('UNKNOWN')) return 'unresolved';
      return isIn('SUBMITTING', 'PROCESSING') ? 'processing' : cause;
    case 'bank_asks':
      // No bank asks for a code: it can be paid until it ends.
      return mainPayment(facts)?.hasCode === true ? 'not_paid' : cause;
    case 'mail_queued':
      return mainMail(facts) === null ? 'mail_retrying' : cause;
    case 'refunded':
      return backOf(facts).minor === 0 && lostOf(facts).minor > 0 ? 'chargeback' : cause;
    case 'chargeback':
      return lostOf(facts).minor === 0 && backOf(facts).minor > 0 ? 'refunded' : cause;
    default:
      return cause;
  }
}

/** Sum that the cause is about; where it has none, that of the payment or order. */
function sumOf(facts: OrderFacts, cause: Cause): Sum {
  const own = ownSum(facts, cause);
  if (own !== null && own.minor > 0) return own;
  const { order } = facts;
  const main = mainPayment(facts);
  return main === null
    ? { minor: order.total, currency: order.currency }
    : { minor: main.amount, currency: main.currency };
}

function ownSum(facts: OrderFacts, cause: Cause): Sum | null {
  const { captured, reserved, refunded, lost, currency } = facts.states;
  switch (cause) {
    case 'not_given_owed':
      return { minor: captured - reserved - refunded - lost, currency };
    case 'refund_on_its_way':
      return { minor: reserved, currency };
    case 'refund_refused':
      return refusedOf(facts);
    case 'part_refunded':
    case 'refunded':
      return backOf(facts);
    case 'chargeback':
      return lostOf(facts);
    case 'overpayment':
      return overpaidOf(facts);
    case 'disputed':
      return claimedOf(facts);
    default:
      return null;
  }
}

/** Adds up the sums of one currency: that of the first. */
function total(sums: readonly Sum[], currency: string): Sum {
  const own = sums[0]?.currency ?? currency;
  const minor = sums.reduce((all, each) => all + (each.currency === own ? each.minor : 0), 0);
  return { minor, currency: own };
}

/** Money that went back: of the order, else of payments that bought nothing. */
function backOf({ states, payments }: OrderFacts): Sum {
  if (states.refunded > 0) return { minor: states.refunded, currency: states.currency };
  const back = payments.filter(({ refunded }) => refunded > 0);
  return total(
    back.map(({ refunded, currency }) => ({ minor: refunded, currency })),
    states.currency,
  );
}

function lostOf({ states, payments }: OrderFacts): Sum {
  if (states.lost > 0) return { minor: states.lost, currency: states.currency };
  const lost = payments.filter((each) => each.lost > 0);
  return total(
    lost.map(({ lost: minor, currency }) => ({ minor, currency })),
    states.currency,
  );
}

function refusedOf({ refunds, states }: OrderFacts): Sum {
  const refused = refunds.filter(({ isRefused, isOverpayment }) => isRefused && !isOverpayment);
  return total(
    refused.map(({ amount, currency }) => ({ minor: amount, currency })),
    states.currency,
  );
}

/** Sum of overpayments that is not back yet. */
function overpaidOf({ payments, states }: OrderFacts): Sum {
  const over = payments.filter(({ isOverpayment }) => isOverpayment);
  const sums = over.map((each) => ({
    minor: leftOf(each) + each.reserved,
    currency: each.currency,
  }));
  return total(
    sums.filter(({ minor }) => minor > 0),
    states.currency,
  );
}

function claimedOf({ disputes, states }: OrderFacts): Sum {
  const open = disputes.find(({ state }) => state === 'open');
  return { minor: open?.claimed ?? 0, currency: open?.currency ?? states.currency };
}

/** A time of the cause: what is to come only while it is ahead. */
function dateOf(facts: OrderFacts, cause: Cause): number | null {
  const ahead = (at: number | null | undefined) =>
    at !== null && at !== undefined && at > facts.now ? at : null;
  switch (cause) {
    case 'not_paid':
      return ahead(facts.order.expiresAt);
    case 'mail_retrying_full':
    case 'mail_retrying':
      return ahead(mainMail(facts)?.giveUpAt);
    case 'delivered':
      return mainMail(facts)?.at ?? null;
    case 'part_refunded':
    case 'refunded':
      return lastBackAt(facts);
    default:
      return null;
  }
}

function lastBackAt({ refunds }: OrderFacts): number | null {
  const done = refunds.filter(({ state }) => state === 'SUCCEEDED');
  return done.length === 0 ? null : Math.max(...done.map(({ at }) => at));
}
