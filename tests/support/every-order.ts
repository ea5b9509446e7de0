import { DISPUTE_STATES, REFUND_STATES } from '@webpay/contract/money-back';
import {
  ATTEMPT_STATES,
  DELIVERY_STATES,
  orderStateOf,
  type AttemptFailure,
} from '@webpay/contract/order-states';
import type {
  Dispute,
  Mail,
  OrderFacts,
  Refund,
} from '../../apps/api/src/domain/console/order-facts.ts';
import { disputeOf, factsOf, mailOf, NOON, paymentOf, refundOf } from './order-facts.ts';

/** Orders in every combination of states that the transition tables and the money allow. */

const MINUTE = 60_000;
export const PROVIDERS = ['payermax', 'paypal'] as const;
const FAILURES: readonly AttemptFailure[] = [
  'declined',
  'insufficient_balance',
  'cancelled',
  'error',
];

/** Orders that are not paid: every attempt state with what orderStateOf makes of it. */
function unpaid(): OrderFacts[] {
  const bare = [
    factsOf({ state: 'open' }),
    factsOf({ state: 'timeout' }),
    factsOf({ state: 'failed', reason: 'cancelled' }),
  ];
  const tried = PROVIDERS.flatMap((provider) =>
    ATTEMPT_STATES.filter((state) => state !== 'SUCCEEDED').flatMap((state) =>
      (state === 'FAILED' ? FAILURES : [null]).flatMap((failure) =>
        [true, false].flatMap((submitted) =>
          [true, false].map((orderIsOver) => {
            const shown = orderStateOf({ provider, state, failure, submitted, orderIsOver });
            const submittedAt = submitted ? NOON - MINUTE : null;
            const payment = paymentOf({ provider, state, submittedAt, nextQueryAt: NOON + MINUTE });
            const expiresAt = orderIsOver ? NOON - 1 : NOON + MINUTE;
            return factsOf({ ...shown, payments: [payment], order: { expiresAt } });
          }),
        ),
      ),
    ),
  );
  // A code waits, ends and fails with these states, too.
  const byCode = tried.map((facts) => ({
    ...facts,
    payments: facts.payments.map((each) => ({ ...each, method: 'OXXO', hasCode: true })),
  }));
  return [...bare, ...tried, ...byCode];
}

export const WAITS = [null, 'mailbox_full', 'maintenance', 'error'] as const;

function mailsOf(kind: Mail['kind']): Mail[] {
  return DELIVERY_STATES.flatMap((state) => {
    if (state !== 'queued' && state !== 'retrying') return [mailOf({ kind, state })];
    const reasons = state === 'queued' ? [null] : WAITS.slice(1);
    return reasons.flatMap((reason) => [
      mailOf({ kind, state, reason }),
      mailOf({ kind, state, reason, heldSince: NOON - MINUTE }),
      mailOf({ kind, state, reason, isMaybeGiven: true }),
      ...(reason === 'error'
        ? [mailOf({ kind, state, reason, heldSince: NOON - MINUTE, parkedAt: NOON - MINUTE })]
        : []),
    ]);
  });
}

const REFUND_SETS: readonly (readonly Refund[])[] = [
  [],
  ...REFUND_STATES.flatMap((state) =>
    [100, 499].map((amount) => [refundOf({ state, amount, reason: 'resolution' })]),
  ),
  [refundOf({ state: 'FAILED', retryAt: NOON + MINUTE, reason: 'not_deliverable' })],
];

const DISPUTE_SETS: readonly (readonly Dispute[])[] = [
  [],
  ...DISPUTE_STATES.map((state) => [disputeOf({ state, lost: state === 'lost' ? 100 : 0 })]),
];

/** Paid orders: every mail beside every refund and dispute, as far as the money allows. */
function paid(): OrderFacts[] {
  const delivered = mailOf();
  const mails = [
    ...mailsOf('purchase').map((mail) => [mail]),
    ...mailsOf('resend').map((mail) => [delivered, mail]),
  ];
  return mails.flatMap((each) =>
    REFUND_SETS.flatMap((refunds) =>
      DISPUTE_SETS.flatMap((disputes) => {
        const lost = disputes.reduce((sum, dispute) => sum + dispute.lost, 0);
        const claimed = refunds.reduce(
          (sum, { state, amount }) => sum + (state === 'FAILED' ? 0 : amount),
          0,
        );
        if (lost + claimed > 499) return [];
        const rows = { mails: each, refunds, disputes, payments: [paymentOf()] };
        const isOver = lost > 0 || refunds.some((r) => r.state === 'SUCCEEDED' && r.amount === 499);
        if (!isOver) return [factsOf({ state: 'success', ...rows })];
        const reasons =
          lost > 0 ? (['chargeback'] as const) : (['resolution', 'not_deliverable'] as const);
        return reasons.map((reason) => factsOf({ state: 'refunded', reason, ...rows }));
      }),
    ),
  );
}

/** A second payment, and a first one that came too late. */
function overpaid(): OrderFacts[] {
  const second = paymentOf({ id: 'A2', isOverpayment: true });
  return REFUND_STATES.flatMap((state) => {
    const refund = refundOf({
      state,
      attemptId: 'A2',
      isOverpayment: true,
      reason: 'double_payment',
    });
    const late = { payments: [second], refunds: [refund] };
    return [
      factsOf({
        state: 'success',
        mails: [mailOf()],
        payments: [paymentOf(), second],
        refunds: [refund],
      }),
      factsOf({ state: 'timeout', ...late }),
      factsOf({ state: 'failed', reason: 'cancelled', ...late }),
    ];
  });
}

export function quarantinedOrders(): OrderFacts[] {
  const result = {
    id: 7,
    provider: 'paypal',
    attemptId: paymentOf().id,
    reason: 'amount_differs',
    at: NOON - MINUTE,
    told: { minor: 500, currency: 'USD' },
  };
  return [
    factsOf({ state: 'open', payments: [paymentOf({ state: 'CREATED' })], quarantined: [result] }),
    factsOf({
      state: 'success',
      mails: [mailOf()],
      payments: [paymentOf()],
      quarantined: [result],
    }),
  ];
}

export const EVERY_ORDER: readonly OrderFacts[] = [
  ...unpaid(),
  ...paid(),
  ...overpaid(),
  ...quarantinedOrders(),
];
