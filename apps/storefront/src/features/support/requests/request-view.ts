import type { OrderView, Resolution } from '@webpay/contract/calls';
import type { MessageId } from '../../../i18n/text.tsx';
import type { Step } from '../../../ui/Steps/Steps.tsx';

/** State of a request as a label with its tone and icon. */
export const REQUEST_LABELS = {
  open: { id: 'request.open', tone: 'accent', icon: 'clock' },
  approved: { id: 'request.approved', tone: 'ok', icon: 'check' },
  rejected: { id: 'request.rejected', tone: 'warn', icon: 'info' },
} as const satisfies Record<Resolution['state'], object>;

/** Name of the request's kind, as in its choice. */
export function kindName({ kind }: Pick<Resolution, 'kind'>): MessageId {
  return kind === 'refund' ? 'request.refund' : 'request.wrong';
}

type RequestStep = {
  readonly state: Step['state'];
  readonly title: MessageId;
  readonly text: MessageId | null;
  readonly at: number | null;
};

type RequestState = Pick<
  Resolution,
  'state' | 'created_at' | 'decided_at' | 'refund' | 'second_mail' | 'kind'
>;

type OrderState = Pick<OrderView, 'state' | 'reason'>;

/** Steps of a request: sent, read, decided, done. */
export function requestSteps(request: RequestState, order: OrderState): readonly RequestStep[] {
  const at = request.created_at;
  const sent: RequestStep = { state: 'done', title: 'request.sent', text: null, at };
  const decided = { text: null, at: request.decided_at } as const;
  switch (request.state) {
    case 'open':
      return [
        sent,
        { state: 'now', title: 'request.open', text: 'request.next_read', at: null },
        { state: 'todo', title: 'request.answer', text: null, at: null },
      ];
    case 'approved': {
      const outcome = outcomeOf(request, order);
      const yes: RequestStep = { state: 'done', title: 'request.approved', ...decided };
      return outcome === null ? [sent, yes] : [sent, yes, outcome];
    }
    case 'rejected':
      return [sent, { state: 'warn', title: 'request.rejected', ...decided }];
  }
}

function outcomeOf(
  { refund, second_mail: mail }: RequestState,
  order: OrderState,
): RequestStep | null {
  if (refund !== null) {
    switch (refund.state) {
      case 'on_its_way':
        return { state: 'now', title: 'orders.refund_started', text: 'request.banks', at: null };
      case 'done':
        return { state: 'done', title: 'result.refunded', text: 'request.banks', at: refund.at };
      case 'refused':
        return { state: 'warn', title: 'orders.refund_started', text: 'request.stuck', at: null };
    }
  }
  if (mail?.state !== 'delivered' && order.state === 'refunded') {
    // Refunded without a refund of this request.
    const isDispute = order.reason === 'chargeback';
    const title = isDispute ? 'result.refunded_chargeback' : 'orders.refunded';
    return { state: 'done', title, text: null, at: null };
  }
  if (mail === null) return null;
  switch (mail.state) {
    case 'queued':
    case 'retrying':
      return { state: 'now', title: 'request.mail', text: 'result.step_sending_text', at: null };
    case 'delivered':
      return {
        state: 'done',
        title: 'request.mail_sent',
        text: 'result.step_ready_text',
        at: mail.at,
      };
    case 'rejected':
      return { state: 'warn', title: 'request.mail', text: 'request.stuck', at: null };
    // Only a refund cancels a mail.
    case 'cancelled':
      return { state: 'now', title: 'orders.going_back', text: 'request.banks', at: null };
  }
}

/** Whether the state may soon change. */
export function isMoving({ state, refund, second_mail: mail }: RequestState): boolean {
  if (state !== 'approved') return state === 'open';
  if (refund !== null) return refund.state !== 'done';
  return mail?.state === 'queued' || mail?.state === 'retrying';
}

/** Changes whenever the order itself may have changed with the request. */
export function stateKeyOf(request: RequestState | null): string {
  if (request === null) return '';
  return [request.state, request.refund?.state, request.second_mail?.state].join(' ');
}
