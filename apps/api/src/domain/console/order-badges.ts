import type { Badge } from '@webpay/contract/console/shapes';
import { causeOf, type Cause, type OrderStates } from './order-cause.ts';
import { sumOf } from './order-words.ts';

/** The badges of an order side by side, and why it stands in a word or two ("" while nothing is wrong). */
export function orderBadges(order: OrderStates): {
  readonly badges: Badge[];
  readonly note: string;
} {
  const cause = causeOf(order);
  const badges = [mainBadge(order, cause), ...moneyBadges(order), ...disputeBadges(order)];
  if (order.quarantined > 0) badges.push({ tone: 'orange', text: 'Result does not fit' });
  const shown = badges.filter(
    (badge, n) => badges.findIndex(({ text }) => text === badge.text) === n,
  );
  return { badges: shown, note: NOTES[cause] };
}

/** State of payment and goods; money and disputes follow in badges of their own. */
function mainBadge(order: OrderStates, cause: Cause): Badge {
  if (order.state === 'refunded') {
    return order.reason === 'chargeback'
      ? { tone: 'red', text: 'Charged back' }
      : { tone: 'grey', text: 'Refunded' };
  }
  if (order.state === 'success') return mailBadge(order);
  switch (cause) {
    case 'bank_asks':
      return { tone: 'yellow', text: 'Bank asks' };
    case 'unresolved':
      return { tone: 'orange', text: 'Unresolved' };
    case 'processing':
      return { tone: 'orange', text: 'Processing' };
    default:
      return UNPAID[order.state];
  }
}

const UNPAID = {
  open: { tone: 'yellow', text: 'Not paid' },
  waiting: { tone: 'orange', text: 'Processing' },
  failed: { tone: 'red', text: 'Failed' },
  timeout: { tone: 'grey', text: 'Expired' },
} as const;

function mailBadge({ mail }: OrderStates): Badge {
  if (mail === null) return { tone: 'blue', text: 'Paid' };
  if (mail.isParked) return { tone: 'violet', text: 'Mail parked' };
  switch (mail.state) {
    case 'queued':
    case 'retrying':
      if (mail.isHeld) return { tone: 'red', text: 'Mail held' };
      return mail.state === 'queued'
        ? { tone: 'blue', text: 'Paid' }
        : { tone: 'orange', text: 'Paid, mail waits' };
    case 'delivered':
      return { tone: 'green', text: 'Delivered' };
    case 'rejected':
    case 'cancelled':
      return { tone: 'red', text: 'Not given' };
  }
}

function moneyBadges(order: OrderStates): Badge[] {
  const { captured, reserved, refunded, lost } = order;
  const sum = (minor: number) => sumOf(minor, order.currency);
  const badges: Badge[] = [];
  if (refunded > 0 && refunded < captured) {
    badges.push({ tone: 'grey', text: `${sum(refunded)} back` });
  }
  if (reserved > 0) badges.push({ tone: 'blue', text: `${sum(reserved)} on its way back` });
  if (order.isRefundRefused && captured > reserved + refunded + lost) {
    badges.push({ tone: 'red', text: 'Refund refused' });
  }
  if (order.hasOverpayment) badges.push({ tone: 'violet', text: 'Overpayment' });
  return badges;
}

function disputeBadges({ disputes, state, reason }: OrderStates): Badge[] {
  const badges: Badge[] = [];
  if (disputes.includes('open')) badges.push({ tone: 'red', text: 'Disputed' });
  const isTold = state === 'refunded' && reason === 'chargeback';
  if (disputes.includes('lost') && !isTold) badges.push({ tone: 'red', text: 'Dispute lost' });
  if (disputes.includes('won')) badges.push({ tone: 'grey', text: 'Dispute won' });
  return badges;
}

const NOTES: Readonly<Record<Cause, string>> = {
  not_paid: '',
  bank_asks: 'bank asks',
  unresolved: 'no answer',
  processing: 'pending',
  declined_funds: 'funds',
  declined: 'declined',
  cancelled: 'cancelled',
  payment_error: 'payment error',
  expired: '',
  mail_queued: '',
  mail_retrying_full: 'mailbox full',
  mail_retrying_maintenance: 'maintenance',
  mail_retrying: 'game silent',
  mail_parked: 'parked',
  mail_held: 'held by dispute',
  delivered: '',
  not_given_owed: 'money owed',
  refund_on_its_way: '',
  refund_refused: 'refund refused',
  part_refunded: '',
  refunded: '',
  disputed: 'answer dispute',
  chargeback: 'charged back',
  overpayment: 'paid twice',
  quarantined: 'result does not fit',
};
