import type { Permission } from '@webpay/contract/console/permissions';
import type { PossibleStep } from '@webpay/contract/console/shapes';
import { NO_WAY_BACK } from '../refunds/rules.ts';
import { leftOf, mainMail, mainPayment, type Mail, type OrderFacts } from './order-facts.ts';
import { sumOf } from './order-words.ts';

/**
 * Every step that an operator can begin with an order, with the object it is about. `why` says why one is impossible now;
 * the plan of a step has the last word.
 */
export function stepsOfOrder(facts: OrderFacts): PossibleStep[] {
  const { order } = facts;
  return [
    {
      seed: { kind: 'ask_gateway', order_id: order.id },
      text: 'Ask the gateway now',
      why: whyNotAsked(facts),
    },
    {
      seed: { kind: 'refund_order', order_id: order.id },
      text: refundText(facts),
      why: whyNotRefunded(facts),
    },
    ...facts.refunds.filter(({ isRefused }) => isRefused).flatMap(stepsOfRefusedRefund),
    ...facts.mails.flatMap(stepsOfMail),
    ...facts.requests.flatMap((request) =>
      request.state === 'open' ? stepsOfRequest(request) : [],
    ),
    ...facts.quarantined.flatMap(stepsOfMessage),
    possible({ kind: 'add_note', order_id: order.id }, 'Write a note'),
  ];
}

const possible = (seed: PossibleStep['seed'], text: string): PossibleStep => ({
  seed,
  text,
  why: null,
});

function whyNotAsked({ payments, refunds }: OrderFacts): string | null {
  const isPaymentOpen = payments.some(
    ({ state, lateQueryAt, submittedAt }) =>
      lateQueryAt !== null ||
      state === 'PROCESSING' ||
      state === 'UNKNOWN' ||
      (state === 'REQUIRES_ACTION' && submittedAt !== null),
  );
  const isRefundOpen = refunds.some(({ state }) => state === 'PENDING' || state === 'UNKNOWN');
  return isPaymentOpen || isRefundOpen
    ? null
    : 'No payment and no refund of this order waits for a result.';
}

function refundText(facts: OrderFacts): string {
  const main = mainPayment(facts);
  const left = main === null ? 0 : leftOf(main);
  return main === null || left <= 0 ? 'Pay back' : `Pay back, up to ${sumOf(left, main.currency)}`;
}

function whyNotRefunded({ payments }: OrderFacts): string | null {
  const paid = payments.filter(({ state, captured }) => state === 'SUCCEEDED' && captured > 0);
  if (paid.length === 0) return 'Nothing was paid for this order.';
  return paid.some((payment) => leftOf(payment) > 0)
    ? null
    : 'Nothing of its payment is left: it is refunded, being refunded, or lost.';
}

type Failed = { readonly id: string; readonly amount: number; readonly currency: string };

/** The steps with a failed refund. Our bank comes first where the method returns no money. */
export function stepsOfRefusedRefund(
  refund: Failed & { readonly failure: string | null; readonly retryAt: Date | number | null },
): PossibleStep[] {
  const outside: PossibleStep = {
    seed: { kind: 'paid_outside', refund_id: refund.id },
    text: `Book ${sumOf(refund.amount, refund.currency)} as paid outside`,
    why: refund.retryAt === null ? null : 'The shop sends this refund again by itself.',
  };
  const again = refundAgainStep(refund);
  return refund.failure === NO_WAY_BACK ? [outside, again] : [again, outside];
}

function refundAgainStep(refund: Failed): PossibleStep {
  const sum = sumOf(refund.amount, refund.currency);
  return possible(
    { kind: 'refund_again', refund_id: refund.id },
    `Send the refund of ${sum} again`,
  );
}

type MailFacts = Pick<Mail, 'id' | 'kind' | 'state' | 'heldSince' | 'parkedAt'> & {
  readonly isToDecide: boolean;
  readonly requestId: string | null;
};

function stepsOfMail(mail: MailFacts): PossibleStep[] {
  if (mail.isToDecide) return stepsOfRefusedMail(mail);
  if (mail.state !== 'queued' && mail.state !== 'retrying') return [];
  return mail.parkedAt === null ? [retryStep(mail)] : stepsOfParked(mail);
}

export function retryStep(mail: {
  readonly id: string;
  readonly heldSince: number | null;
}): PossibleStep {
  return {
    seed: { kind: 'retry_mail', mail_id: mail.id },
    text: 'Send the mail now',
    why: mail.heldSince === null ? null : 'A dispute about the order holds the mail.',
  };
}

/** The game's own records show which end is right. */
export function stepsOfParked({ id: mail_id }: { readonly id: string }): PossibleStep[] {
  return [
    possible({ kind: 'settle_parked', mail_id, as: 'delivered' }, 'Count it as delivered'),
    possible({ kind: 'settle_parked', mail_id, as: 'undelivered' }, 'Count it as refused'),
    possible({ kind: 'settle_parked', mail_id, as: 'retry' }, 'Send it again'),
  ];
}

/** A resend or an event mail that its game refused. */
export function stepsOfRefusedMail(mail: {
  readonly id: string;
  readonly requestId: string | null;
}): PossibleStep[] {
  const { id: mail_id, requestId } = mail;
  const other =
    requestId === null
      ? []
      : [
          possible(
            { kind: 'approve_resend', request_id: requestId },
            'Send the goods to another character',
          ),
        ];
  return [...other, possible({ kind: 'settle_mail', mail_id }, 'Close it without more')];
}

export function stepsOfRequest(request: {
  readonly id: string;
  readonly kind: 'refund' | 'wrong_recharge';
}): PossibleStep[] {
  const { id: request_id, kind } = request;
  return [
    kind === 'refund'
      ? possible({ kind: 'approve_refund', request_id }, 'Approve the request: pay back')
      : possible({ kind: 'approve_resend', request_id }, 'Approve the request: send the goods'),
    possible({ kind: 'reject_request', request_id }, 'Reject the request'),
  ];
}

export function stepsOfMessage(message: {
  readonly id: number;
  readonly reason: string;
}): PossibleStep[] {
  const { id: message_id, reason } = message;
  const confirm =
    reason === 'reversal_not_confirmed'
      ? [possible({ kind: 'confirm_chargeback', message_id }, 'Record the chargeback')]
      : [];
  return [...confirm, possible({ kind: 'settle_message', message_id }, 'Settle the result')];
}

/**
 * Every step with a character.
 * @param flags reasons of its flags
 * @param may permissions of the operator
 */
export function stepsOfPlayer(
  playerId: string,
  flags: readonly string[],
  may: readonly Permission[],
): PossibleStep[] {
  const seed = <K extends PossibleStep['seed']['kind']>(kind: K) => ({ kind, player_id: playerId });
  return [
    possible(seed('log_out'), 'Log it out everywhere'),
    {
      seed: seed('set_flag'),
      text: 'Stop its orders',
      why: flags.includes('operator') ? 'An operator has stopped its orders already.' : null,
    },
    {
      seed: seed('clear_flag'),
      text: 'Let it order again',
      why: flags.length === 0 ? 'It is not flagged.' : null,
    },
    possible(seed('end_pause'), 'End a pause after declines or wrong guesses'),
    possible(seed('add_note'), 'Write a note'),
    ...(may.includes('person.export') ? [possible(seed('export_person'), 'Export its data')] : []),
    ...(may.includes('person.erase') ? [possible(seed('erase_person'), 'Erase its data')] : []),
  ];
}

/** Goods of the order were delivered, or may have been. */
export function isGiven(facts: OrderFacts): boolean {
  const isDoubtful = facts.mails.some(
    ({ isMaybeGiven, reason, state }) =>
      isMaybeGiven || (reason === 'error' && state === 'retrying'),
  );
  return isDoubtful || mainMail(facts)?.state === 'delivered' || hasDelivered(facts);
}

const hasDelivered = ({ mails }: OrderFacts) => mails.some(({ state }) => state === 'delivered');
