import type { OrderView, Role } from '@webpay/contract/calls';
import type { MessageId } from '../../../i18n/text.tsx';
import { isSameCharacter } from '../../account/other-character.ts';
import { unreachable } from '../../../browser/unreachable.ts';
import { isParked } from './delivery-steps.ts';
import type { ArtName, ResultMood } from './ResultArt.tsx';

type Outcome = {
  readonly mood: ResultMood;
  readonly art: ArtName;
  /** May contain the amount as `{price}`, a wallet as `{name}`; null: names the goods. */
  readonly title: MessageId | null;
  /** States what happened, whether money moved and what to do. */
  readonly text: MessageId | null;
};

export type ResultView = Outcome & {
  readonly showsSteps: boolean;
  /** Shows other payment methods and the remaining time. */
  readonly isPayable: boolean;
};

/**
 * Place to pay an unpaid order: this page, the shop logged in as its character, or its original link.
 * The order's token alone does not authorise a payment (contract §4).
 */
export type PayPlace = 'here' | 'character' | 'link';

export function payPlaceOf(
  order: Pick<OrderView, 'source' | 'role'>,
  player: Pick<Role, 'server_id' | 'cid'> | null,
): PayPlace {
  if (order.source === 'mall') return 'link';
  return player !== null && isSameCharacter(order.role, player) ? 'here' : 'character';
}

/** The bank's or wallet's page where the payer goes on; null: the order has none. */
export function pageOf({ action }: Pick<OrderView, 'action'>): string | null {
  return action?.kind === 'redirect' ? action.url : null;
}

/** The code that the page itself shows, to scan or to take to a counter; undefined: the order has none. */
export function codeOf({ action }: Pick<OrderView, 'action'>): 'qr' | 'code' | undefined {
  return action === undefined || action.kind === 'redirect' ? undefined : action.kind;
}

type Now = {
  readonly nowMs: number;
  readonly isOverdue: boolean;
  /** Paid by a wallet, as far as this browser knows. */
  readonly isWallet?: boolean;
  /** The country offers a method other than a card, as far as this page knows. */
  readonly hasNonCard?: boolean;
};

type SeenOrder = Pick<
  OrderView,
  | 'state'
  | 'reason'
  | 'delivery'
  | 'expires_at'
  | 'bought_elsewhere'
  | 'surplus'
  | 'failed_wallet'
  | 'has_code'
  | 'ended_code'
  | 'timed_out'
  | 'next_poll_ms'
>;

/** Maps an order's state and reason to its page (S08, contract §4). */
export function resultView(order: SeenOrder, now: Now): ResultView {
  const { state } = order;
  const late = latePayment(order);
  const plain = { showsSteps: false, isPayable: false };
  if (late !== null) {
    const text = late.back_at === null ? 'result.undelivered_text' : 'result.refunded';
    return { ...outcome('refunded', 'refund', 'result.late', text), ...plain };
  }
  // Another order has bought the same cart, which ends this one in any state.
  if (order.bought_elsewhere) {
    const text = 'payment.not_charged';
    return { ...outcome('failed', 'cancelled', 'result.bought_elsewhere', text), ...plain };
  }
  return {
    ...outcomeOf(order, now),
    showsSteps: state === 'success' || state === 'waiting',
    isPayable: (state === 'failed' || state === 'open') && order.expires_at > now.nowMs,
  };
}

function outcome(
  mood: ResultMood,
  art: ArtName,
  title: MessageId | null,
  text: MessageId | null,
): Outcome {
  return { mood, art, title, text };
}

function outcomeOf(order: SeenOrder, now: Now): Outcome {
  const { state } = order;
  switch (state) {
    case 'success':
      if (isUndeliverable(order)) {
        return outcome('refunded', 'undelivered', 'result.undelivered', 'result.undelivered_text');
      }
      if (isParked(order)) {
        return outcome('waiting', 'undelivered', 'result.checked', 'result.checked_text');
      }
      // The goods replace the picture.
      return outcome('success', 'unpaid', null, null);
    case 'waiting':
      // The number itself says what to do.
      if (order.has_code) return outcome('waiting', 'unpaid', 'voucher.title', null);
      return waitingOutcome(order.reason, now);
    case 'failed':
      return failedOutcome(order, now);
    case 'timeout':
      return outcome('timeout', 'clock', 'result.timeout', 'result.timeout_text');
    case 'refunded':
      return outcome('refunded', 'refund', 'result.refunded', refundedText(order.reason));
    case 'open':
      return outcome('open', 'unpaid', 'result.open', 'result.open_text');
    default:
      return unreachable(state, 'order state');
  }
}

/** Whether the goods are coming or have come. */
export function isArriving(order: Pick<OrderView, 'state' | 'delivery'>): boolean {
  return (order.state === 'success' || order.state === 'waiting') && !isUndeliverable(order);
}

/** Whether the goods will never come. */
function isUndeliverable({ delivery }: Pick<OrderView, 'delivery'>): boolean {
  return delivery.state === 'rejected' || delivery.state === 'cancelled';
}

/** Payment that arrived after its order had ended. */
export function latePayment(
  order: Pick<OrderView, 'state' | 'surplus'>,
): OrderView['surplus'][number] | null {
  const isOver = order.state === 'failed' || order.state === 'timeout';
  return isOver ? (order.surplus.at(-1) ?? null) : null;
}

function waitingOutcome(reason: OrderView['reason'], { isOverdue, isWallet }: Now): Outcome {
  if (reason === 'action' && isWallet) {
    const text = isOverdue ? 'result.action_wallet_long' : 'result.action_wallet_text';
    return outcome('waiting', 'wallet', 'result.action_wallet', text);
  }
  if (reason === 'action') {
    const text = isOverdue ? 'result.action_long' : 'result.action_text';
    return outcome('waiting', 'bank', 'result.action', text);
  }
  return isOverdue
    ? outcome('waiting', 'late', 'result.waiting', 'result.waiting_long_page')
    : outcome('waiting', 'waiting', 'result.waiting', 'result.waiting_text');
}

function failedOutcome(order: SeenOrder, { hasNonCard }: Now): Outcome {
  const { reason, failed_wallet: wallet } = order;
  const tryOther = hasNonCard ? 'result.insufficient_text' : 'result.insufficient_text_card';
  switch (reason) {
    case 'declined':
      // No bank was asked: the payer looks in the wallet, or pays another way.
      if (wallet !== undefined) return outcome('failed', 'refused', 'result.declined_by', tryOther);
      return outcome('failed', 'declined', 'result.declined', 'result.declined_text');
    case 'insufficient_balance':
      return wallet === undefined
        ? outcome('failed', 'poor', 'result.insufficient', tryOther)
        : outcome('failed', 'poor_wallet', 'result.insufficient_in', tryOther);
    case 'cancelled':
      return outcome('failed', 'cancelled', 'result.cancelled', 'result.cancelled_text');
    default:
      if (order.ended_code) return outcome('failed', 'clock', 'qr.ended', 'qr.ended_text');
      if (order.timed_out)
        return outcome('failed', 'clock', 'result.timeout', 'result.timeout_text');
      return outcome('failed', 'broken', 'result.error', 'result.error_text');
  }
}

function refundedText(reason: OrderView['reason']): MessageId | null {
  switch (reason) {
    // The shop refunded by itself or on request; a request shows its own details.
    case 'resolution':
      return 'request.banks';
    case 'not_deliverable':
      return 'result.refunded_not_deliverable';
    case 'chargeback':
      return 'result.refunded_chargeback';
    default:
      return null;
  }
}
