import type { ConsoleResult } from '@webpay/contract/console/calls';
import { mainMail, mainPayment, type Mail, type OrderFacts, type Payment } from './order-facts.ts';
import { deadlineOf, gatewayName, lengthOf, sumOf } from './order-words.ts';

type Step = ConsoleResult<'order'>['track'][number];

const PENDING = ['SUBMITTING', 'PROCESSING', 'UNKNOWN', 'REQUIRES_ACTION'];

/** The way of an order: up to the mailbox, then money back and disputes as steps. */
export function trackOf(facts: OrderFacts): Step[] {
  const payment = mainPayment(facts);
  const mail = mainMail(facts);
  const steps = [
    { label: 'Ordered', at: facts.order.createdAt, state: 'done', note: '' } as const,
    payPressed(facts, payment),
    paid(facts, payment),
    mailSent(facts, mail),
    inMailbox(facts, mail),
  ];
  return [...steps, ...moneyBack(facts), ...disputes(facts)];
}

const isOver = ({ states }: OrderFacts) => states.state === 'failed' || states.state === 'timeout';
const isPaid = ({ states }: OrderFacts) =>
  states.state === 'success' || states.state === 'refunded';

function payPressed(facts: OrderFacts, payment: Payment | null): Step {
  const label = 'Pay pressed';
  const at = payment?.submittedAt ?? null;
  const note = payment?.method ?? '';
  if (at !== null || isPaid(facts)) return { label, at, state: 'done', note };
  return isOver(facts)
    ? { label, at: null, state: 'failed', note: 'never' }
    : { label, at: null, state: 'now', note };
}

function paid(facts: OrderFacts, payment: Payment | null): Step {
  const label = 'Paid';
  if (isPaid(facts)) return { label, at: facts.order.paidAt, state: 'done', note: '' };
  const wasPressed = payment !== null && payment.submittedAt !== null;
  if (isOver(facts)) {
    const at = wasPressed ? null : facts.order.expiresAt;
    const isTimeout = facts.states.state === 'timeout';
    return {
      label,
      at: isTimeout ? at : null,
      state: 'failed',
      note: isTimeout ? 'not in time' : 'not paid',
    };
  }
  if (!wasPressed || !PENDING.includes(payment.state)) {
    return { label, at: null, state: 'later', note: '' };
  }
  const since = payment.unresolvedSince ?? payment.submittedAt;
  const length = since === null ? '' : ` for ${lengthOf(facts.now - since)}`;
  const asks = payment.hasCode ? 'code not paid' : 'bank asks';
  const waits = payment.state === 'REQUIRES_ACTION' ? asks : 'not known';
  return { label, at: null, state: 'now', note: `${waits}${length}` };
}

function mailSent(facts: OrderFacts, mail: Mail | null): Step {
  const label = 'Mail sent';
  if (mail === null) {
    const state = isPaid(facts) ? 'now' : 'later';
    return { label, at: null, state, note: 'not begun' };
  }
  if (mail.kind === 'resend')
    return { label, at: mail.createdAt, state: 'done', note: `to ${mail.name}` };
  if (mail.attempts === 0) {
    const isEnded = mail.state === 'cancelled';
    const isHeld = mail.heldSince !== null;
    return {
      label,
      at: null,
      state: isEnded ? 'failed' : 'now',
      note: isEnded ? 'cancelled' : isHeld ? 'held by a dispute' : 'not sent yet',
    };
  }
  const note = mail.attempts > 1 ? `${mail.attempts} attempts` : '';
  return { label, at: mail.createdAt, state: 'done', note };
}

const WAITS = { mailbox_full: 'mailbox full', maintenance: 'maintenance', error: 'no answer' };

function inMailbox({ order }: OrderFacts, mail: Mail | null): Step {
  const label = 'In the mailbox';
  if (mail === null) return { label, at: null, state: 'later', note: '' };
  switch (mail.state) {
    case 'delivered': {
      const isFirst = mail.kind === 'purchase' && order.paidAt !== null;
      const note = isFirst ? lengthOf(mail.at - order.paidAt) : `of ${mail.name}`;
      return { label, at: mail.at, state: 'done', note };
    }
    case 'rejected':
      return { label, at: mail.at, state: 'failed', note: 'refused by the game' };
    case 'cancelled':
      return { label, at: mail.at, state: 'failed', note: 'cancelled' };
    case 'queued':
    case 'retrying': {
      const state = mail.attempts === 0 ? 'later' : 'now';
      if (mail.parkedAt !== null) return { label, at: null, state: 'now', note: 'parked' };
      if (mail.heldSince !== null) return { label, at: null, state, note: 'held by a dispute' };
      return { label, at: null, state, note: mail.reason === null ? '' : WAITS[mail.reason] };
    }
  }
}

function moneyBack({ refunds }: OrderFacts): Step[] {
  return refunds.flatMap((refund): Step[] => {
    const sum = sumOf(refund.amount, refund.currency);
    const note = refund.isOverpayment ? 'of the overpayment' : '';
    switch (refund.state) {
      case 'SUCCEEDED':
        return [{ label: `${sum} back`, at: refund.at, state: 'done', note }];
      case 'FAILED':
        // A released or repeated refund is no step of the order.
        return refund.isRefused
          ? [{ label: `${sum} back`, at: refund.at, state: 'failed', note: 'refused' }]
          : [];
      case 'RESERVED':
      case 'SUBMITTING':
      case 'PENDING':
      case 'UNKNOWN':
        return [{ label: `${sum} back`, at: null, state: 'now', note: note || 'on its way' }];
    }
  });
}

function disputes({ disputes: all, now }: OrderFacts): Step[] {
  return all.flatMap((dispute): Step[] => {
    const sum = sumOf(dispute.claimed, dispute.currency);
    const opened = { label: 'Dispute opened', at: dispute.openedAt, note: sum } as const;
    if (dispute.state === 'open') {
      const { answerBy } = dispute;
      const deadline = answerBy === null ? null : deadlineOf(answerBy, now);
      const answer = {
        label: 'Answer by',
        at: deadline?.at ?? null,
        state: 'later',
        note: deadline?.at === null ? deadline.text : gatewayName(dispute.provider),
      } as const;
      return [{ ...opened, state: 'failed' }, ...(deadline === null ? [] : [answer])];
    }
    const isLost = dispute.state === 'lost';
    const end = {
      label: `Dispute ${dispute.state}`,
      at: dispute.endedAt,
      state: isLost ? 'failed' : 'done',
      note: isLost ? `${sumOf(dispute.lost, dispute.currency)} lost` : '',
    } as const;
    return [{ ...opened, state: 'done' }, end];
  });
}
