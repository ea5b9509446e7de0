import type { Cause } from './order-cause.ts';
import { mainPayment, type OrderFacts, type Payment } from './order-facts.ts';
import { askGateway, openGateway } from './order-commands.ts';
import { gatewayName, sumOf, timeOf } from './order-words.ts';
import type { Next, Told } from './told.ts';

type UnpaidCause = Extract<
  Cause,
  | 'not_paid'
  | 'bank_asks'
  | 'unresolved'
  | 'processing'
  | 'declined_funds'
  | 'declined'
  | 'cancelled'
  | 'payment_error'
  | 'expired'
>;

/** An order that is not paid. */
export function explainUnpaid(facts: OrderFacts, cause: UnpaidCause): Told {
  const payment = mainPayment(facts);
  switch (cause) {
    case 'not_paid':
      return notPaid(facts, payment);
    case 'bank_asks':
      return bankAsks(facts, payment);
    case 'unresolved':
      return unresolved(facts, payment);
    case 'processing':
      return processing(facts, payment);
    case 'expired':
      return {
        tone: 'grey',
        sentence: 'Not paid in time; money found later still counts.',
        why: [`Its time ended at ${timeOf(facts.order.expiresAt, facts.now)}.`, tried(payment)],
        next: lateQueries(facts),
        can: [],
      };
    case 'declined_funds':
    case 'declined':
    case 'cancelled':
    case 'payment_error':
      return {
        tone: cause === 'cancelled' ? 'grey' : 'red',
        sentence: `${FAILURES[cause](nameOf(payment))} ${charged(facts)}`,
        why: [tried(payment)],
        next: [...retryUntil(facts), ...lateQueries(facts)],
        can: [],
      };
  }
}

const FAILURES = {
  declined_funds: () => 'The bank said no: not enough money.',
  declined: () => 'The bank said no.',
  cancelled: () => 'Cancelled before it was paid.',
  payment_error: (gateway: string) => `${gateway} could not take the payment.`,
} as const;

/** "Nothing was charged" only where no money can follow. */
function charged({ payments }: OrderFacts): string {
  if (payments.some(({ state }) => state === 'UNKNOWN' || state === 'PROCESSING')) {
    return 'Another payment of the order is unresolved.';
  }
  return payments.some(({ lateQueryAt }) => lateQueryAt !== null)
    ? 'No money has come.'
    : 'Nothing was charged.';
}

function notPaid(facts: OrderFacts, payment: Payment | null): Told {
  const { expiresAt } = facts.order;
  const isOver = expiresAt <= facts.now;
  const until = timeOf(expiresAt, facts.now);
  const expiry = isOver
    ? { at: null, text: 'The order expires within a minute.' }
    : { at: expiresAt, text: 'The order expires.' };
  return {
    tone: 'yellow',
    sentence: isOver
      ? `Not paid; its time ended at ${until}.`
      : `Not paid yet; it can be until ${until}.`,
    why: [started(payment)],
    next: [...question(facts, payment), expiry],
    can: [],
  };
}

function started(payment: Payment | null): string {
  if (payment === null) return 'No payment was started.';
  const { method } = payment;
  switch (payment.state) {
    case 'CREATED':
      return `${method} is chosen; Pay was not pressed.`;
    case 'REQUIRES_ACTION':
      return `${method} waits for the player's approval; nothing was captured.`;
    default:
      return tried(payment);
  }
}

/** The bank asks nothing: the player has a number, and may take days to pay it. */
function codeWaits(facts: OrderFacts, payment: Payment): Told {
  const { expiresAt } = facts.order;
  const isOver = expiresAt <= facts.now;
  const until = timeOf(expiresAt, facts.now);
  return {
    tone: 'yellow',
    sentence: isOver
      ? `The code of ${payment.method} was not paid; it ended at ${until}.`
      : `The player has a code of ${payment.method}, not paid yet; it can be until ${until}.`,
    why: [
      `${paymentInWords(payment)} waits for a shop, a bank or an app. No money is captured yet.`,
      'The order keeps its price as long as the code.',
    ],
    next: [
      ...question(facts, payment),
      { at: isOver ? null : expiresAt, text: 'The order expires with its code.' },
      { at: null, text: 'Money after that is delivered, or goes back.' },
    ],
    can: askNow(facts, payment),
  };
}

function bankAsks(facts: OrderFacts, payment: Payment | null): Told {
  if (payment?.hasCode) return codeWaits(facts, payment);
  const since = payment?.unresolvedSince ?? payment?.submittedAt ?? null;
  const { expiresAt } = facts.order;
  return {
    tone: 'yellow',
    sentence:
      since === null
        ? 'The bank asks the player to confirm.'
        : `The bank asks the player to confirm since ${timeOf(since, facts.now)}.`,
    why: [
      `${paymentInWords(payment)} waits for the player's confirmation. No money is captured yet.`,
    ],
    next: [
      ...question(facts, payment),
      {
        at: expiresAt > facts.now ? expiresAt : null,
        text: `Without it the order expires; ${nameOf(payment)} is asked once more before that.`,
      },
    ],
    can: [],
  };
}

function unresolved(facts: OrderFacts, payment: Payment | null): Told {
  const gateway = nameOf(payment);
  const since = payment?.unresolvedSince ?? null;
  const questions = payment === null ? [] : [asked(payment)];
  return {
    tone: 'orange',
    sentence: `${gateway} has not said what became of the payment. It may or may not have taken ${amountOf(facts, payment)}.`,
    why: [
      ...(since === null ? [] : [`Unresolved since ${timeOf(since, facts.now)}.`]),
      ...questions,
      'No goods were sent.',
    ],
    next: [
      ...question(facts, payment),
      { at: null, text: 'Result "paid": the mail goes out at once.' },
      { at: null, text: 'Result "not paid": the order ends as failed.' },
      { at: null, text: 'The order does not expire before a result comes.' },
    ],
    can: [...askNow(facts, payment), seeGateway(payment)],
  };
}

function processing(facts: OrderFacts, payment: Payment | null): Told {
  const gateway = nameOf(payment);
  if (payment?.state === 'SUBMITTING') {
    return {
      tone: 'orange',
      sentence: `${amountOf(facts, payment)} was sent to ${gateway}, which has not answered yet.`,
      why: [`${paymentInWords(payment)}. An answer takes 15 seconds at most.`],
      next: [{ at: payment.nextQueryAt, text: `Without an answer, ${gateway} is asked.` }],
      can: [],
    };
  }
  const since = payment?.unresolvedSince ?? null;
  return {
    tone: 'orange',
    sentence: `${gateway} works on the payment; it says pending.`,
    why: [
      paymentInWords(payment) +
        (since === null ? '.' : `, pending since ${timeOf(since, facts.now)}.`),
      'No goods were sent.',
    ],
    next: [
      ...question(facts, payment),
      { at: null, text: 'Result "paid": the mail goes out at once.' },
      { at: null, text: 'Result "not paid": the order ends as failed.' },
    ],
    can: [...askNow(facts, payment), seeGateway(payment)],
  };
}

function askNow(facts: OrderFacts, payment: Payment | null) {
  return payment === null ? [] : [askGateway(facts, payment.provider)];
}

function seeGateway(payment: Payment | null) {
  const number = payment?.gatewayRef ?? payment?.id ?? null;
  const gateway = nameOf(payment);
  return openGateway(
    number === null ? `See ${gateway}'s own pages` : `See ${number} in ${gateway}'s own pages`,
  );
}

function question({ now }: OrderFacts, payment: Payment | null): Next[] {
  if (payment === null || payment.nextQueryAt === null) return [];
  const gateway = gatewayName(payment.provider);
  const { missingMerchant: merchant = null } = payment;
  if (merchant !== null) {
    const text = `Merchant ${merchant} is not in the shop's configuration. ${gateway} is asked once it is back.`;
    return [{ at: null, text }];
  }
  const isDue = payment.nextQueryAt <= now;
  return [
    {
      at: payment.nextQueryAt,
      text: isDue ? `${gateway} is asked again now.` : `${gateway} is asked again.`,
    },
  ];
}

/** Ended attempts whose gateway may still take money: the shop goes on asking. */
function lateQueries({ payments, now }: OrderFacts): Next[] {
  return payments.flatMap((payment): Next[] => {
    const { lateQueryAt: at, payableUntil: until } = payment;
    if (at === null) return [];
    const limit =
      until !== null && until > now ? `, payable there until ${timeOf(until, now)}` : '';
    const about = `${gatewayName(payment.provider)} is asked whether ${payment.id} was paid late${limit}.`;
    return [{ at, text: about }];
  });
}

function retryUntil({ order, now }: OrderFacts): Next[] {
  const { expiresAt: at } = order;
  return at > now ? [{ at, text: 'The player cannot pay this order any more.' }] : [];
}

function tried(payment: Payment | null): string {
  return payment === null ? 'No payment was started.' : `Last attempt: ${paymentInWords(payment)}.`;
}

function paymentInWords(payment: Payment | null): string {
  if (payment === null) return 'The payment';
  return `${sumOf(payment.amount, payment.currency)} by ${payment.method}`;
}

function nameOf(payment: Payment | null): string {
  return payment === null ? 'The gateway' : gatewayName(payment.provider);
}

function amountOf({ order }: OrderFacts, payment: Payment | null): string {
  return payment === null
    ? sumOf(order.total, order.currency)
    : sumOf(payment.amount, payment.currency);
}

function asked({ provider, queries }: Payment): string {
  const gateway = gatewayName(provider);
  if (queries === 0) return `${gateway} was not asked since.`;
  return `${gateway} was asked ${queries === 1 ? 'once' : `${queries} times`} since, without a final result.`;
}
