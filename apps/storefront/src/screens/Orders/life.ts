import type { OrderEntry, Receipt } from '@webpay/contract/calls';
import { whyDelayed } from '../../features/checkout/result/delivery-steps.ts';
import type { MessageId } from '../../i18n/text.tsx';
import type { Step } from '../../ui/Steps/Steps.tsx';

type HistoryEntry = Receipt['history'][number];
type Known = Pick<
  OrderEntry,
  'state' | 'reason' | 'delivery' | 'created_at' | 'refunded_at' | 'has_code'
>;

export type LifeStep = Pick<Step, 'id' | 'state'> & {
  readonly title: MessageId;
  readonly text?: MessageId;
  /** null: it is still to come, or its time is unknown. */
  readonly at: number | null;
  /** The event; absent for coming steps. */
  readonly entry?: HistoryEntry;
};

const TITLES: Readonly<Record<Exclude<HistoryEntry['what'], 'delayed'>, MessageId>> = {
  made: 'orders.made',
  action: 'result.action',
  code: 'voucher.code',
  waiting: 'result.waiting',
  declined: 'result.declined',
  insufficient_balance: 'result.insufficient',
  cancelled: 'result.cancelled',
  error: 'result.error',
  expired: 'result.timeout',
  paid: 'result.step_paid',
  paid_twice: 'orders.paid_twice',
  paid_late: 'result.late',
  sent: 'result.step_sent',
  undeliverable: 'result.undelivered',
  refund_started: 'orders.refund_started',
  refunded: 'result.refunded',
  charged_back: 'result.refunded_chargeback',
};

const WAITS: ReadonlySet<HistoryEntry['what']> = new Set(['action', 'code', 'waiting']);

const TONES: Partial<Record<HistoryEntry['what'], Step['state']>> = {
  declined: 'err',
  insufficient_balance: 'err',
  error: 'err',
  undeliverable: 'err',
  cancelled: 'warn',
  expired: 'warn',
  paid_twice: 'warn',
  paid_late: 'warn',
};

/**
 * Past and coming steps of an order, oldest first. `history` null: not loaded, so the order's own
 * state gives the same steps without their times. `isParked`: an operator decides about the mail.
 */
export function lifeOf(
  order: Known,
  history: readonly HistoryEntry[] | null,
  isParked = false,
): readonly LifeStep[] {
  const entries = history ?? guessed(order);
  const steps = entries.map((entry, index): LifeStep => {
    const { what, reason, at } = entry;
    return {
      id: `${what} ${index}`,
      state: stateOf(order, what, index === entries.length - 1),
      title: what === 'delayed' ? whyDelayed(reason, isParked) : TITLES[what],
      at: at > 0 ? at : null,
      entry,
    };
  });
  const sent = entries.findLastIndex(({ what }) => what === 'sent');
  // A refund after the delivery stands below "Ready to claim".
  return sent < 0
    ? [...steps, ...coming(order, entries)]
    : [...steps.slice(0, sent + 1), ...claimable(order), ...steps.slice(sent + 1)];
}

function stateOf(order: Known, what: HistoryEntry['what'], isLast: boolean): Step['state'] {
  if (isLast && order.state === 'waiting' && WAITS.has(what)) return 'now';
  if (isLast && what === 'refund_started') return 'now';
  if (isLast && what === 'delayed') return 'warn';
  return TONES[what] ?? 'done';
}

const READY = { id: 'ready', title: 'result.step_ready' } as const;

function claimable({ state, delivery }: Known): readonly LifeStep[] {
  if (state !== 'success') return [];
  return [{ ...READY, state: 'done', text: 'result.step_ready_text', at: delivery.at }];
}

function coming(order: Known, entries: readonly HistoryEntry[]): readonly LifeStep[] {
  const { state, delivery } = order;
  const mail = { id: 'mail', title: 'result.step_sending', at: null } as const;
  const ready: LifeStep = { ...READY, state: 'todo', at: null };
  if (state === 'waiting') return [{ ...mail, state: 'todo' }, ready];
  if (state !== 'success') return [];
  switch (delivery.state) {
    // The history is older than the order.
    case 'delivered':
      return [
        { ...mail, state: 'done', title: 'result.step_sent' },
        { ...ready, state: 'done', text: 'result.step_ready_text', at: delivery.at },
      ];
    case 'rejected':
    case 'cancelled':
      return [];
    case 'retrying':
      return entries.at(-1)?.what === 'delayed'
        ? [ready]
        : [{ ...mail, state: 'warn', title: whyDelayed(delivery.reason) }, ready];
    case 'none':
    case 'queued':
      return [{ ...mail, state: 'now', text: 'result.step_sending_text' }, ready];
  }
}

/** Entries that the order's state proves; `at` 0: unknown. */
function guessed(order: Known): readonly HistoryEntry[] {
  const made: HistoryEntry = { at: order.created_at, what: 'made' };
  const paid: HistoryEntry = { at: 0, what: 'paid' };
  switch (order.state) {
    case 'open':
      return [made];
    case 'waiting':
      if (order.has_code) return [made, { at: 0, what: 'code' }];
      return [made, { at: 0, what: order.reason === 'action' ? 'action' : 'waiting' }];
    case 'failed':
      return [made, { at: 0, what: failureOf(order.reason) }];
    case 'timeout':
      return [made, { at: 0, what: 'expired' }];
    case 'success':
      return order.delivery.state === 'delivered'
        ? [made, paid, { at: order.delivery.at ?? 0, what: 'sent' }]
        : [made, paid];
    case 'refunded':
      return [made, paid, { at: order.refunded_at ?? 0, what: 'refunded' }];
  }
}

function failureOf(reason: Known['reason']): HistoryEntry['what'] {
  switch (reason) {
    case 'declined':
    case 'insufficient_balance':
    case 'cancelled':
      return reason;
    default:
      return 'error';
  }
}
