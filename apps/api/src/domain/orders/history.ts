import type { Receipt } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import type { OrderEvent, OrderRefund, Payment, ProofOfOrder } from './queries.ts';

type Entry = Receipt['history'][number];
type EventEntry = Omit<Entry, 'at'>;
type Describe = (payment: Payment) => NonNullable<Receipt['paid_with']>;

/** An order's history for its player (F19), without operators' events and repeats. */
export function historyOf(
  order: Pick<ProofOfOrder, 'state' | 'reason'>,
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
  return [...happened, ...refunded].toSorted((a, b) => a.at - b.at).filter(isNew);
}

/** Shown by refund rows and the resolution page; disputes are internal. */
const SHOWN_ELSEWHERE = /^(?:refund|case|resolution)_/;

function entryOf(event: OrderEvent, describe: Describe): EventEntry | null {
  if (SHOWN_ELSEWHERE.test(event.event)) return null;
  switch (event.event) {
    case 'order_made':
      return { what: 'made' };
    case 'action':
    case 'choose_other_funding':
      return { what: 'action' };
    case 'pending':
    case 'indeterminate':
    case 'answer_never_came':
      return { what: 'waiting' };
    case 'double_payment':
      return { what: 'paid_twice', ...overpaymentOf(event, describe) };
    case 'too_late_for_this_order':
      return { what: 'paid_late', ...overpaymentOf(event, describe) };
    // The attempt that paid has its own entry.
    case 'paid_by_another_try':
      return null;
    // The player chose another way to pay; nothing was paid.
    case 'left_for_another_way':
      return null;
    case 'mail_retrying':
      return { what: 'delayed', reason: delayOf(event.why) };
    case 'mail_delivered':
    case 'second_mail_delivered':
      return { what: 'sent' };
    case 'mail_rejected':
      return { what: 'undeliverable' };
    default:
      return endOfAttempt(event);
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
