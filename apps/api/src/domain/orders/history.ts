import type { Receipt } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import type { OrderRefund } from './history-queries.ts';
import type { OrderEvent, Payment, ProofOfOrder } from './view-queries.ts';

type Entry = Receipt['history'][number];
type EventEntry = Omit<Entry, 'at'>;
type Describe = (payment: Payment) => NonNullable<Receipt['paid_with']>;

/** An order's history for its player (F19), without operators' events and repeats. */
export function historyOf(
  order: Pick<ProofOfOrder, 'state' | 'reason' | 'created_at' | 'paid_at' | 'archived_before'>,
  events: readonly OrderEvent[],
  refunds: readonly OrderRefund[],
  describe: Describe,
): Entry[] {
  const hasRefunds = refunds.some((refund) => refund.is_done && !refund.is_double);
  const happened = events.flatMap((event): Entry[] => {
    const at = event.at.getTime();
    if (event.to_state === 'refunded') {
      // Refund rows say more where they exist; a chargeback has none.
      if (order.reason === 'chargeback') return [{ at, what: 'charged_back' }];
      return hasRefunds ? [] : [{ at, what: 'refunded' }];
    }
    const entry = entryOf(event, describe);
    return entry === null ? [] : [{ at, ...entry }];
  });
  const refunded = refunds.flatMap((refund): Entry[] => {
    const amount = fromMinor(refund.amount_minor, refund.currency);
    const begun: Entry = { at: refund.created_at.getTime(), what: 'refund_started', amount };
    const done: Entry = { at: refund.updated_at.getTime(), what: 'refunded', amount };
    return refund.is_done ? [begun, done] : [begun];
  });
  return [...archivedOf(order, happened), ...happened, ...refunded]
    .toSorted((a, b) => a.at - b.at)
    .filter(isNew);
}

/** Entries that the order's own row proves, where the events of its first months are archived. */
function archivedOf(
  { created_at: madeAt, paid_at: paidAt, archived_before }: Parameters<typeof historyOf>[0],
  happened: readonly Entry[],
): Entry[] {
  if (archived_before === null) return [];
  const proven: readonly [what: Entry['what'], at: Date | null][] = [
    ['made', madeAt],
    ['paid', paidAt],
  ];
  return proven.flatMap(([what, at]) =>
    at === null || happened.some((entry) => entry.what === what)
      ? []
      : [{ at: at.getTime(), what }],
  );
}

/** Shown by refund rows and the resolution page; disputes are internal. */
const SHOWN_ELSEWHERE = /^(?:refund|case|resolution)_/;

/** Entries by event; null: another entry says it, or nothing was paid. */
const WHAT: Readonly<Record<string, Entry['what'] | null>> = {
  order_made: 'made',
  action: 'action',
  code_given: 'code',
  choose_other_funding: 'action',
  pending: 'waiting',
  indeterminate: 'waiting',
  answer_never_came: 'waiting',
  double_payment: 'paid_twice',
  too_late_for_this_order: 'paid_late',
  paid_by_another_try: null,
  left_for_another_way: null,
  found_money_decided: null,
  mail_retrying: 'delayed',
  mail_parked: null,
  delivery_presumed: null,
  mail_delivered: 'sent',
  second_mail_delivered: 'sent',
  mail_rejected: 'undeliverable',
};

function entryOf(event: OrderEvent, describe: Describe): EventEntry | null {
  if (SHOWN_ELSEWHERE.test(event.event)) return null;
  const what = WHAT[event.event];
  if (what === undefined) return endOfAttempt(event);
  switch (what) {
    case null:
      return null;
    case 'delayed':
      return { what, reason: delayOf(event.why) };
    case 'paid_twice':
    case 'paid_late':
      return { what, ...overpaymentOf(event, describe) };
    default:
      return { what };
  }
}

/** The amount and proof of an overpayment or late payment. */
function overpaymentOf(
  { payment }: OrderEvent,
  describe: Describe,
): Pick<Entry, 'amount' | 'paid_with'> {
  if (payment === null) return {};
  const { amount_minor: minor, currency } = payment;
  return { amount: fromMinor(minor, currency), paid_with: describe(payment) };
}

function endOfAttempt(event: OrderEvent): EventEntry | null {
  switch (event.to_state) {
    case 'SUCCEEDED':
      return { what: 'paid' };
    case 'EXPIRED':
    case 'timeout':
      return { what: 'expired' };
    case 'FAILED':
      return { what: event.failure ?? failureIn(event.event) };
    case 'failed':
      return { what: 'cancelled' };
    default:
      return null;
  }
}

/** Old events carry no failure, nor do attempts that were paid in the end. */
function failureIn(event: string): 'declined' | 'cancelled' | 'error' {
  return event === 'declined' || event === 'cancelled' ? event : 'error';
}

function delayOf(why: string | null): NonNullable<Entry['reason']> {
  return why === 'mailbox_full' || why === 'maintenance' ? why : 'error';
}

function isNew(entry: Entry, index: number, all: readonly Entry[]): boolean {
  const before = all[index - 1];
  const isSame = before?.what === entry.what && before.reason === entry.reason;
  return !isSame || entry.amount !== undefined;
}
