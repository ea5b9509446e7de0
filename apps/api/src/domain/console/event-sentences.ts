import type { Tone } from '@webpay/contract/console/shapes';
import type { timelineEntry } from '@webpay/contract/console/shapes';
import type * as v from 'valibot';
import { mainPayment, type OrderFacts } from './order-facts.ts';
import { codeInWords, DISPUTE_KINDS, gatewayName, inOneLine, sumOf } from './order-words.ts';

export type Entry = v.InferOutput<typeof timelineEntry>;

/** A row of an order's history. */
export type HistoryEvent = {
  readonly at: number;
  readonly attemptId: string | null;
  readonly source: string;
  readonly event: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
};

type Said = { readonly kind: Entry['kind']; readonly tone: Tone; readonly sentence: string };
type About = {
  readonly facts: OrderFacts;
  readonly event: HistoryEvent;
  /** Name of the event's gateway. */
  readonly gateway: string;
  /** Sum of the event's payment. */
  readonly sum: string;
};

/** An event of the history as an entry of the timeline. */
export function entryOfEvent(facts: OrderFacts, event: HistoryEvent): Entry {
  const payment = facts.payments.find(({ id }) => id === event.attemptId);
  const provider = (payment ?? mainPayment(facts))?.provider;
  const about: About = {
    facts,
    event,
    gateway: provider === undefined ? 'the gateway' : gatewayName(provider),
    sum:
      payment === undefined
        ? sumOf(facts.order.total, facts.order.currency)
        : sumOf(payment.amount, payment.currency),
  };
  const said = say(about);
  const isQuestion = said.kind === 'payment' && event.source === 'query';
  return {
    at: event.at,
    by: byOf(event.source, about.gateway),
    kind: isQuestion ? 'question' : said.kind,
    tone: said.tone,
    sentence: capital(said.sentence),
    detail: detailOf(event),
    times: 1,
    is_planned: false,
  };
}

function byOf(source: string, gateway: string): string {
  switch (source) {
    case 'answer':
      return `${gateway}, answer to our call`;
    case 'webhook':
      return `${gateway}, message`;
    case 'query':
      return `${gateway}, asked`;
    case 'sweep':
    case 'worker':
      return 'shop';
    default:
      return source;
  }
}

function say(about: About): Said {
  const { event } = about;
  const known = Object.hasOwn(SENTENCES, event.event) ? SENTENCES[event.event] : undefined;
  if (known !== undefined) {
    const [kind, tone, sentence] = known;
    return { kind, tone, sentence: typeof sentence === 'string' ? sentence : sentence(about) };
  }
  return sayFamily(about);
}

type Sentence = readonly [
  kind: Entry['kind'],
  tone: Tone,
  sentence: string | ((about: About) => string),
];

const SENTENCES: Readonly<Record<string, Sentence>> = {
  order_made: ['payment', 'blue', ({ event, facts }) => `Ordered for ${ownSum(event, facts)}`],
  order_reopened: [
    'payment',
    'blue',
    ({ event, facts }) => `Ordered again for ${ownSum(event, facts)}`,
  ],
  attempt_made: ['payment', 'blue', (about) => `Way to pay chosen: ${methodOf(about)}`],
  priced_as_paid: ['payment', 'blue', 'Prices set to those of the payment'],
  submitted: ['payment', 'blue', (about) => `Pay pressed: ${about.sum} by ${methodOf(about)}`],
  wallet_order_made: ['payment', 'blue', ({ gateway }) => `Payment opened at ${gateway}`],
  opening_refused: ['payment', 'red', ({ gateway }) => `${gateway} refused to open the payment`],
  opening_unanswered: [
    'payment',
    'orange',
    ({ gateway }) => `${gateway} did not answer the opening`,
  ],
  paid: ['payment', 'green', ({ sum }) => `Paid ${sum}`],
  late_success: ['payment', 'green', ({ sum }) => `Paid ${sum}, late`],
  double_payment: ['payment', 'violet', ({ sum }) => `Paid ${sum} once more: it goes back`],
  too_late_for_this_order: ['payment', 'violet', ({ sum }) => `Paid ${sum} too late: it goes back`],
  found_money: ['payment', 'green', ({ sum }) => `${sum} found in the gateway's statement`],
  found_money_decided: ['person', 'violet', 'Found money decided about'],
  action: ['payment', 'yellow', 'The bank asks the player to confirm'],
  code_given: ['payment', 'yellow', 'The player got a code to pay with'],
  approved: ['payment', 'blue', 'The player approved the payment'],
  pending: ['payment', 'orange', ({ gateway }) => `${gateway} says pending`],
  declined: ['payment', 'red', (about) => `The bank said no${failureOf(about)}`],
  closed: ['payment', 'grey', ({ gateway }) => `Closed unpaid at ${gateway}`],
  refused: ['payment', 'red', ({ gateway }) => `${gateway} refused the request`],
  not_found: ['payment', 'orange', ({ gateway }) => `${gateway} does not know the payment`],
  indeterminate: [
    'payment',
    'orange',
    ({ gateway }) => `No clear answer of ${gateway}: unresolved`,
  ],
  answer_never_came: ['payment', 'orange', ({ gateway }) => `The answer of ${gateway} never came`],
  choose_other_funding: ['payment', 'yellow', 'The player is asked for another way to pay'],
  cancelled: ['payment', 'grey', 'The player cancelled'],
  left_for_another_way: ['payment', 'grey', 'Left for another way to pay'],
  gave_way_to_newer_order: ['payment', 'grey', 'Ended for a newer order of the player'],
  cart_bought_by_another_order: ['payment', 'grey', 'Ended: another order bought the cart'],
  paid_by_another_try: ['payment', 'grey', 'Ended: another payment paid the order'],
  order_expired: ['payment', 'grey', 'Expired unpaid'],
  refunded: ['money_back', 'grey', 'Order ends as refunded'],
  lost: ['money_back', 'red', 'Order ends as charged back'],
  refund_adopted: [
    'money_back',
    'grey',
    (about) => `${refundSum(about)} went back by the gateway's own pages`,
  ],
  refund_paid_outside: [
    'money_back',
    'green',
    (about) => `${refundSum(about)} is booked as paid back by our bank`,
  ],
  refund_ordered: ['person', 'violet', (about) => `An operator pays ${refundSum(about)} back`],
  refund_reserved: ['money_back', 'blue', (about) => `${refundSum(about)} is to go back`],
  refund_submitting: ['money_back', 'blue', (about) => `${refundSum(about)} is sent back`],
  refund_pending: ['money_back', 'blue', ({ gateway }) => `Refund: ${gateway} says pending`],
  refund_unknown: [
    'money_back',
    'orange',
    ({ gateway }) => `Refund: no clear answer of ${gateway}`,
  ],
  refund_succeeded: ['money_back', 'green', (about) => `${refundSum(about)} is back`],
  refund_failed: ['money_back', 'red', (about) => `Refund of ${refundSum(about)} failed`],
  resolution_requested: ['person', 'violet', (about) => `The player asks for ${wishOf(about)}`],
  resolution_approved: ['person', 'violet', 'An operator approved the request'],
  resolution_rejected: ['person', 'violet', 'An operator rejected the request'],
  redelivered: ['person', 'violet', 'An operator sends the goods to another character'],
  case_opened: ['money_back', 'red', (about) => `${disputeOf(about)} opened`],
  case_won: ['money_back', 'green', (about) => `${disputeOf(about)} won`],
  case_lost: ['money_back', 'red', (about) => `${disputeOf(about)} lost`],
  case_cancelled: ['money_back', 'grey', (about) => `${disputeOf(about)} cancelled`],
  game_told: ['money_back', 'grey', (about) => `The game was told of the ${noticeOf(about)}`],
  game_not_told: [
    'money_back',
    'violet',
    (about) => `The game was not told of the ${noticeOf(about)} in seven days: an operator decides`,
  ],
  player_flagged: ['person', 'red', 'Player flagged: no new orders'],
  player_cleared: ['person', 'violet', 'An operator lets the player order again'],
  quarantine_settled: ['person', 'violet', 'An operator settled a result that did not fit'],
};

/** Events of the first mail and of resends differ by their beginning alone. */
const MAIL_EVENT = /^(?:second_mail|mail|delivery)_(\w+)$/;
const MAIL_SENTENCES: Readonly<Record<string, readonly [Tone, string]>> = {
  delivered: ['green', 'the game accepted the mail'],
  retrying: ['orange', 'the game did not take the mail'],
  rejected: ['red', 'the game refused the mail'],
  parked: ['violet', 'the mail is parked for an operator: the game never answered'],
  cancelled: ['grey', 'the mail was cancelled'],
  held: ['red', 'the mail is held while a dispute is open'],
  released: ['blue', 'the mail goes on after the dispute'],
  presumed: ['grey', 'the mail counts as given'],
  tried_again: ['violet', 'an operator sends the mail again'],
  settled: ['violet', 'an operator closed the refused resend'],
};

function sayFamily({ event }: About): Said {
  const found = MAIL_EVENT.exec(event.event);
  const ending = found?.[1] ?? '';
  const known = Object.hasOwn(MAIL_SENTENCES, ending) ? MAIL_SENTENCES[ending] : undefined;
  const isByPerson = event.source === 'operator';
  if (known === undefined) {
    const kind = isByPerson || event.source === 'player' ? 'person' : 'payment';
    return { kind, tone: 'grey', sentence: codeInWords(event.event) };
  }
  const [tone, words] = known;
  const isDecision = isByPerson && (ending === 'delivered' || ending === 'rejected');
  const told = isDecision ? `an operator counts the mail as ${ENDS[ending] ?? ending}` : words;
  const isResend = event.event.startsWith('second_mail');
  return {
    kind: isByPerson ? 'person' : 'mail',
    tone: isByPerson ? 'violet' : tone,
    sentence: isResend ? `resend: ${told}` : told,
  };
}
const ENDS: Readonly<Record<string, string>> = { delivered: 'given', rejected: 'refused' };

function ownSum({ detail }: HistoryEvent, { order }: OrderFacts): string {
  const { total_minor: minor, currency } = detail;
  return Number.isSafeInteger(minor) && typeof currency === 'string'
    ? sumOf(Number(minor), currency)
    : sumOf(order.total, order.currency);
}

function methodOf({ facts, event }: About): string {
  return facts.payments.find(({ id }) => id === event.attemptId)?.method ?? 'a way to pay';
}

function failureOf({ event }: About): string {
  return event.detail['failure'] === 'insufficient_balance' ? ': not enough money' : '';
}

function refundSum({ facts, event }: About): string {
  const refund = facts.refunds.find(({ id }) => id === event.detail['refund']);
  return refund === undefined ? 'money' : sumOf(refund.amount, refund.currency);
}

function wishOf({ event }: About): string {
  return event.detail['kind'] === 'wrong_recharge' ? 'the goods on another character' : 'a refund';
}

function disputeOf({ facts, event }: About): string {
  const dispute = facts.disputes.find(({ id }) => id === event.detail['case']);
  if (dispute === undefined) return 'Dispute';
  return `${DISPUTE_KINDS[dispute.kind]} of ${sumOf(dispute.claimed, dispute.currency)}`;
}

/** State change, numbers, causes and reasons; other fields of a detail are not shown. */
function detailOf({ from, to, detail }: HistoryEvent): string | null {
  const text = (name: string) => {
    const value = detail[name];
    return typeof value === 'string' && value.trim() !== '' ? inOneLine(value) : null;
  };
  const tries = detail['tries'];
  const because = text('because');
  const lines = [
    to === null ? null : from === null || from === to ? to : `${from} → ${to}`,
    ...['refund', 'request', 'case', 'redelivery', 'reason', 'why', 'code', 'outcome'].map((name) =>
      text(name),
    ),
    // Without the number of each, attempts that failed alike count as one entry.
    typeof tries === 'number' && to !== 'retrying' ? `attempt ${tries}` : null,
    because === null ? null : `“${because}”`,
  ].filter((each) => each !== null);
  return lines.length === 0 ? null : lines.join(' · ');
}

/** A notice's id begins with its kind. */
function noticeOf({ event }: About): string {
  return String(event.detail['notice']).startsWith('chargeback') ? 'chargeback' : 'refund';
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
