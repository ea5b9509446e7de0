import type { OrderView, Role } from '@webpay/contract/calls';
import type { MessageId } from '../../../i18n/text.tsx';
import { isSameCharacter } from '../../account/other-character.ts';

/** Kind of outcome; sets the colour of the scene. */
export type ResultMood = 'success' | 'waiting' | 'failed' | 'timeout' | 'refunded' | 'open';

/** Picture in the scene; a success shows its goods instead. */
export type ResultArt =
  | 'waiting'
  | 'bank'
  | 'wallet'
  | 'late'
  | 'clock'
  | 'declined'
  | 'poor'
  | 'cancelled'
  | 'broken'
  | 'undelivered'
  | 'refund'
  | 'unpaid'
  | 'missing'
  | 'asleep';

export type ResultView = {
  readonly mood: ResultMood;
  readonly art: ResultArt;
  readonly title: ResultTitle;
  /** States what happened, whether money moved and what to do. */
  readonly text: MessageId | null;
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

/** Headline with the goods, with an amount, or a plain message. */
export type ResultTitle =
  | { readonly kind: 'goods'; readonly isDelivered: boolean }
  | { readonly kind: 'money'; readonly id: MessageId }
  | { readonly kind: 'plain'; readonly id: MessageId };

type Now = {
  readonly nowMs: number;
  readonly isOverdue: boolean;
  /** Paid by a wallet, as far as this browser knows. */
  readonly isWallet?: boolean;
  /** The country offers another method than a card, as far as this page knows. */
  readonly hasWallet?: boolean;
};

const plain = (id: MessageId): ResultTitle => ({ kind: 'plain', id });

/** Maps an order's state and reason to its page (S08, contract §4). */
export function resultView(
  order: Pick<
    OrderView,
    'state' | 'reason' | 'delivery' | 'expires_at' | 'bought_elsewhere' | 'surplus'
  >,
  now: Now,
): ResultView {
  const late = latePayment(order);
  if (late !== null) return late.back_at === null ? REFUND_STARTED : REFUND_DONE;
  if (order.bought_elsewhere) return BOUGHT_ELSEWHERE;
  const isReserved = order.expires_at > now.nowMs;
  switch (order.state) {
    case 'success':
      // Paid but not deliverable, so the money goes back.
      if (isUndeliverable(order)) {
        return {
          mood: 'refunded',
          art: 'undelivered',
          title: plain('result.undelivered'),
          text: 'result.undelivered_text',
          showsSteps: true,
          isPayable: false,
        };
      }
      return {
        mood: 'success',
        // Unused: the goods replace the picture.
        art: 'unpaid',
        title: { kind: 'goods', isDelivered: order.delivery.state === 'delivered' },
        text: null,
        showsSteps: true,
        isPayable: false,
      };
    case 'waiting':
      return {
        mood: 'waiting',
        ...waitingText(order.reason, now),
        showsSteps: true,
        isPayable: false,
      };
    case 'failed':
      return {
        ...failedText(order.reason, now),
        mood: 'failed',
        showsSteps: false,
        isPayable: isReserved,
      };
    case 'timeout':
      return {
        mood: 'timeout',
        art: 'clock',
        title: plain('result.timeout'),
        text: 'result.timeout_text',
        showsSteps: false,
        isPayable: false,
      };
    case 'refunded':
      return {
        mood: 'refunded',
        art: 'refund',
        title: { kind: 'money', id: 'result.refunded' },
        text: refundedText(order.reason),
        showsSteps: false,
        isPayable: false,
      };
    case 'open':
      return {
        mood: 'open',
        art: 'unpaid',
        title: plain('result.open'),
        text: 'result.open_text',
        showsSteps: false,
        isPayable: isReserved,
      };
    default: {
      const never: never = order.state;
      throw new Error(`unknown order state ${String(never)}`);
    }
  }
}

/** Whether the goods are coming or have come. */
export function isArriving(order: Pick<OrderView, 'state' | 'delivery'>): boolean {
  return (order.state === 'success' || order.state === 'waiting') && !isUndeliverable(order);
}

/** Whether the goods will never come. */
export function isUndeliverable({ delivery }: Pick<OrderView, 'delivery'>): boolean {
  return delivery.state === 'rejected' || delivery.state === 'cancelled';
}

/** Payment that arrived after its order had ended. */
export function latePayment(
  order: Pick<OrderView, 'state' | 'surplus'>,
): OrderView['surplus'][number] | null {
  const isOver = order.state === 'failed' || order.state === 'timeout';
  return isOver ? (order.surplus.at(-1) ?? null) : null;
}

const REFUND_STARTED: ResultView = {
  mood: 'refunded',
  art: 'refund',
  title: { kind: 'money', id: 'result.late' },
  text: 'result.undelivered_text',
  showsSteps: false,
  isPayable: false,
};
const REFUND_DONE: ResultView = { ...REFUND_STARTED, text: 'result.refunded' };

/** Another order has bought the same cart, which ends this one in any state. */
const BOUGHT_ELSEWHERE: ResultView = {
  mood: 'failed',
  art: 'cancelled',
  title: plain('result.bought_elsewhere'),
  text: 'payment.not_charged',
  showsSteps: false,
  isPayable: false,
};

type ResultText = Pick<ResultView, 'art' | 'title' | 'text'>;

function waitingText(reason: OrderView['reason'], now: Now): ResultText {
  if (reason === 'action' && now.isWallet) {
    return {
      art: 'wallet',
      title: plain('result.action_wallet'),
      text: now.isOverdue ? 'result.action_wallet_long' : 'result.action_wallet_text',
    };
  }
  if (reason === 'action') {
    return {
      art: 'bank',
      title: plain('result.action'),
      text: now.isOverdue ? 'result.action_long' : 'result.action_text',
    };
  }
  if (now.isOverdue) {
    return { art: 'late', title: plain('result.waiting'), text: 'result.waiting_long_page' };
  }
  return { art: 'waiting', title: plain('result.waiting'), text: 'result.waiting_text' };
}

function failedText(reason: OrderView['reason'], now: Now): ResultText {
  switch (reason) {
    case 'declined':
      return { art: 'declined', title: plain('result.declined'), text: 'result.declined_text' };
    case 'insufficient_balance':
      return {
        art: 'poor',
        title: plain('result.insufficient'),
        text: now.hasWallet ? 'result.insufficient_text' : 'result.insufficient_text_card',
      };
    case 'cancelled':
      return { art: 'cancelled', title: plain('result.cancelled'), text: 'result.cancelled_text' };
    default:
      return { art: 'broken', title: plain('result.error'), text: 'result.error_text' };
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
