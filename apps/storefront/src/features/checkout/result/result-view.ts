import type { OrderView, Role } from '@webpay/contract/calls';
import type { MessageId } from '../../../i18n/text.tsx';
import { isSameCharacter } from '../../account/other-character.ts';

/** What kind of end it is: the colour of the scene over the headline. */
export type ResultMood = 'success' | 'waiting' | 'failed' | 'timeout' | 'refunded' | 'open';

/** The picture in that scene; success shows what was bought. */
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
  /** What happened, whether money moved, what to do. */
  readonly text: MessageId | null;
  /** Delivery steps stand here. */
  readonly showsSteps: boolean;
  /** Can still be paid: other ways, and how long the order is kept. */
  readonly isPayable: boolean;
};

/**
 * Where an unpaid order can be paid: on this page, in the shop opened as its character, or by the
 * link that it came with. The order's token alone is no right to pay (contract §4).
 */
export type PayPlace = 'here' | 'character' | 'link';

export function payPlaceOf(
  order: Pick<OrderView, 'source' | 'role'>,
  player: Pick<Role, 'server_id' | 'cid'> | null,
): PayPlace {
  if (order.source === 'mall') return 'link';
  return player !== null && isSameCharacter(order.role, player) ? 'here' : 'character';
}

/** A headline that names what was bought, one that names a sum, or a plain sentence. */
export type ResultTitle =
  | { readonly kind: 'goods'; readonly isDelivered: boolean }
  | { readonly kind: 'money'; readonly id: MessageId }
  | { readonly kind: 'plain'; readonly id: MessageId };

type Now = {
  readonly nowMs: number;
  readonly isOverdue: boolean;
  /** Paid by a wallet, as far as this browser knows. */
  readonly isWallet?: boolean;
  /** The country has a way that is no card, as far as this page knows. */
  readonly hasWallet?: boolean;
};

const plain = (id: MessageId): ResultTitle => ({ kind: 'plain', id });

/** S08: what the page says about an order, by its state and reason (contract §4). */
export function resultView(
  order: Pick<
    OrderView,
    'state' | 'reason' | 'delivery' | 'expires_at' | 'bought_elsewhere' | 'surplus'
  >,
  now: Now,
): ResultView {
  const late = lateMoney(order);
  if (late !== null) return late.back_at === null ? GOING_BACK : GONE_BACK;
  if (order.bought_elsewhere) return BOUGHT_ELSEWHERE;
  const isKept = order.expires_at > now.nowMs;
  switch (order.state) {
    case 'success':
      // Paid, but the game will not take it: the money is on its way back.
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
        // Never drawn: the goods are the picture.
        art: 'unpaid',
        title: { kind: 'goods', isDelivered: order.delivery.state === 'delivered' },
        text: null,
        showsSteps: true,
        isPayable: false,
      };
    case 'waiting':
      return {
        mood: 'waiting',
        ...waitingWords(order.reason, now),
        showsSteps: true,
        isPayable: false,
      };
    case 'failed':
      return {
        ...failedWords(order.reason, now),
        mood: 'failed',
        showsSteps: false,
        isPayable: isKept,
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
        isPayable: isKept,
      };
    default: {
      const never: never = order.state;
      throw new Error(`unknown order state ${String(never)}`);
    }
  }
}

/** Its goods come, or came; until it is paid nothing does. */
export function isArriving(order: Pick<OrderView, 'state' | 'delivery'>): boolean {
  return (order.state === 'success' || order.state === 'waiting') && !isUndeliverable(order);
}

/** Its goods do not come any more. */
export function isUndeliverable({ delivery }: Pick<OrderView, 'delivery'>): boolean {
  return delivery.state === 'rejected' || delivery.state === 'cancelled';
}

/** What was paid for an order that had ended by then; null: nothing, or it is paid, or may be. */
export function lateMoney(
  order: Pick<OrderView, 'state' | 'surplus'>,
): OrderView['surplus'][number] | null {
  const isOver = order.state === 'failed' || order.state === 'timeout';
  return isOver ? (order.surplus.at(-1) ?? null) : null;
}

const GOING_BACK: ResultView = {
  mood: 'refunded',
  art: 'refund',
  title: { kind: 'money', id: 'result.late' },
  text: 'result.undelivered_text',
  showsSteps: false,
  isPayable: false,
};
const GONE_BACK: ResultView = { ...GOING_BACK, text: 'result.refunded' };

/** Its cart is being paid by another order, or is paid: whatever it was before, it is over. */
const BOUGHT_ELSEWHERE: ResultView = {
  mood: 'failed',
  art: 'cancelled',
  title: plain('result.bought_elsewhere'),
  text: 'payment.not_charged',
  showsSteps: false,
  isPayable: false,
};

type Words = Pick<ResultView, 'art' | 'title' | 'text'>;

function waitingWords(reason: OrderView['reason'], now: Now): Words {
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

function failedWords(reason: OrderView['reason'], now: Now): Words {
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
    // The shop gave it back, asked or of its own accord: what was asked for tells of itself.
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
