import type { OrderView } from '@webpay/contract/calls';
import type { MessageId } from '../../../i18n/text.tsx';

export type StepView = {
  readonly id: 'paid' | 'mail' | 'ready' | 'back';
  readonly state: 'done' | 'now' | 'todo' | 'warn' | 'err';
  readonly title: MessageId;
  readonly text?: MessageId;
};

/** The server retries undelivered mails for seven days (contract §4). */
export const RETRY_DAYS_MS = 7 * 86_400_000;

type SentOrder = Pick<OrderView, 'state' | 'delivery' | 'next_poll_ms'>;

/** Number of completed steps, out of three. */
export function stepsDone({ state, delivery }: Omit<SentOrder, 'next_poll_ms'>): number {
  if (state !== 'success' && state !== 'refunded') return 0;
  return delivery.state === 'delivered' ? 3 : 1;
}

/**
 * Steps payment, mail and ready to claim, or a refund when the goods cannot be delivered (F15).
 * Marks at most `shown` steps as done, so that they appear one after the other.
 */
export function deliverySteps(order: SentOrder, shown: number): readonly StepView[] {
  const done = Math.min(stepsDone(order), shown);
  const mail = mailStep(order, done);
  return [
    {
      id: 'paid',
      state: done > 0 ? 'done' : 'now',
      title: done > 0 ? 'result.step_paid' : 'result.step_paid_waiting',
    },
    mail,
    mail.state === 'err'
      ? { id: 'back', state: 'now', title: 'orders.refund_started', text: 'request.banks' }
      : {
          id: 'ready',
          state: done > 2 ? 'done' : 'todo',
          title: 'result.step_ready',
          text: 'result.step_ready_text',
        },
  ];
}

function mailStep({ delivery, next_poll_ms }: SentOrder, done: number): StepView {
  const step = { id: 'mail', title: 'result.step_sending' } as const;
  if (done > 1) return { ...step, state: 'done', title: 'result.step_sent' };
  if (done === 0) return { ...step, state: 'todo' };
  switch (delivery.state) {
    case 'retrying':
      return { ...step, state: 'warn', text: whyDelayed(delivery.reason, next_poll_ms === null) };
    case 'rejected':
    case 'cancelled':
      return { ...step, state: 'err', title: 'result.undelivered' };
    default:
      return { ...step, state: 'now', text: 'result.step_sending_text' };
  }
}

/** A person decides about the mail, because the game never answered (contract §4). */
export function isParked({ state, delivery, next_poll_ms }: SentOrder): boolean {
  return state === 'success' && delivery.state === 'retrying' && next_poll_ms === null;
}

/** Reason of a delayed mail, with the duration of its retries; `isOver`: an operator decides (contract §4). */
export function whyDelayed(
  reason: OrderView['delivery']['reason'] | undefined,
  isOver = false,
): MessageId {
  switch (reason) {
    case 'mailbox_full':
      return 'result.retry_mailbox_full';
    case 'maintenance':
      return 'result.retry_maintenance';
    default:
      return isOver ? 'result.retry_person' : 'result.retry_error';
  }
}
