import type { OrderView } from '@webpay/contract/calls';
import type { MessageId } from '../../../i18n/text.tsx';

export type StepView = {
  readonly id: 'paid' | 'mail' | 'ready' | 'back';
  readonly state: 'done' | 'now' | 'todo' | 'warn' | 'err';
  readonly title: MessageId;
  readonly text: MessageId | null;
};

/** Mails that could not be given are tried for seven days (contract §4). */
export const RETRY_DAYS_MS = 7 * 86_400_000;

/** How many of the three steps to the goods are behind us. */
export function stepsDone(order: Pick<OrderView, 'state' | 'delivery'>): number {
  if (order.state !== 'success' && order.state !== 'refunded') return 0;
  return order.delivery.state === 'delivered' ? 3 : 1;
}

/**
 * F15: payment, mail, ready to claim; or, where nothing can be claimed, the money on its way back.
 * `shown` ticks at most are drawn, so that the player sees one after the other even when all is
 * known at once.
 */
export function deliverySteps(
  order: Pick<OrderView, 'state' | 'delivery'>,
  shown: number,
): readonly StepView[] {
  const done = Math.min(stepsDone(order), shown);
  const mail = mailStep(order, done);
  return [
    {
      id: 'paid',
      state: done > 0 ? 'done' : 'now',
      title: done > 0 ? 'result.step_paid' : 'result.step_paid_waiting',
      text: null,
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

function mailStep(order: Pick<OrderView, 'delivery'>, done: number): StepView {
  const step = { id: 'mail', title: 'result.step_sending' } as const;
  if (done > 1) return { ...step, state: 'done', title: 'result.step_sent', text: null };
  if (done === 0) return { ...step, state: 'todo', text: null };
  switch (order.delivery.state) {
    case 'retrying':
      return { ...step, state: 'warn', text: whyDelayed(order.delivery.reason) };
    case 'rejected':
    case 'cancelled':
      return { ...step, state: 'err', title: 'result.undelivered', text: null };
    default:
      return { ...step, state: 'now', text: 'result.step_sending_text' };
  }
}

/** Why a mail is not there yet, and how long it is tried. */
export function whyDelayed(reason: OrderView['delivery']['reason'] | undefined): MessageId {
  switch (reason) {
    case 'mailbox_full':
      return 'result.retry_mailbox_full';
    case 'maintenance':
      return 'result.retry_maintenance';
    default:
      return 'result.retry_error';
  }
}
