import * as v from 'valibot';
import { REFUND_STATES } from '@webpay/contract/money-back';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { REASONS } from './queries.ts';

/** `Sums` of rules.ts. */
const sums = {
  captured: v.number(),
  reserved: v.number(),
  refunded: v.number(),
  lost: v.number(),
};
const sumsColumns = `coalesce(a.captured_minor, 0) as captured, a.reserved_minor as reserved,
      a.refunded_minor as refunded, a.lost_minor as lost`;

/** Locks the order, then the refund (lock-rows.ts). */
export const holdRefund = statement({
  name: 'refunds.hold',
  text: `select r.id from orders o join refunds r on r.order_id = o.id
    where r.id = :refundId for no key update of o, r`,
  params: { refundId: 'text' },
  row: v.object({ id: v.string() }),
});

/** A refund with the sums of its payment; read under the locks of `holdRefund`. */
export const refundUnderLock = statement({
  name: 'refunds.under_lock',
  text: `select r.id, r.order_id, r.attempt_id, r.amount_minor, r.currency, r.state, r.reason, r.gateway_ref,
      r.attempts, r.failure, r.created_at, r.requested_at,
      a.provider, a.merchant, coalesce(f.payment_ref, a.gateway_ref) as attempt_ref, a.capture_ref,
      coalesce(f.merchant_number, a.id) as merchant_number, ${sumsColumns},
      a.pay_id, a.created_at as attempt_begun_at,
      exists (select from disputes c where c.attempt_id = a.id and c.state = 'open') as has_open_dispute,
      exists (select from refunds other where other.order_id = o.id and other.id <> r.id
        and other.state in ('SUBMITTING', 'PENDING', 'UNKNOWN')) as waits_for_another
    from orders o join refunds r on r.order_id = o.id join payment_attempts a on a.id = r.attempt_id
    left join found_money f on f.attempt_id = a.id
    where r.id = :refundId`,
  params: { refundId: 'text' },
  row: v.object({
    id: v.string(),
    order_id: v.string(),
    attempt_id: v.string(),
    amount_minor: v.number(),
    currency: v.string(),
    state: v.picklist(REFUND_STATES),
    reason: v.picklist(REASONS),
    gateway_ref: v.nullable(v.string()),
    attempts: v.number(),
    failure: v.nullable(v.string()),
    created_at: v.date(),
    requested_at: v.nullable(v.date()),
    provider: v.picklist(['payermax', 'paypal']),
    merchant: v.nullable(v.string()),
    attempt_ref: v.nullable(v.string()),
    capture_ref: v.nullable(v.string()),
    /** The payment's number at the gateway: its attempt's id, but for some found money. */
    merchant_number: v.string(),
    ...sums,
    pay_id: v.string(),
    attempt_begun_at: v.date(),
    has_open_dispute: v.boolean(),
    waits_for_another: v.boolean(),
  }),
});
export type RefundRow = RowOf<typeof refundUnderLock>;
/** Locks the order, then its paid attempt (lock-rows.ts). */
export const holdPaidAttempt = statement({
  name: 'refunds.hold_paid_attempt',
  text: `select a.id from orders o join payment_attempts a on a.order_id = o.id
    where a.id = :attemptId and a.state = 'SUCCEEDED' for no key update of o, a`,
  params: { attemptId: 'text' },
  row: v.object({ id: v.string() }),
});

/** A paid attempt with its sums; read under the locks of `holdPaidAttempt`. */
export const paidAttemptUnderLock = statement({
  name: 'refunds.paid_attempt_under_lock',
  text: `select a.id, a.order_id, a.pay_id, a.provider, a.merchant, a.currency, ${sumsColumns}, o.state as order_state,
      exists (select from refunds r where r.attempt_id = a.id and r.reason = 'double_payment') as is_overpayment,
      exists (select from disputes c where c.attempt_id = a.id and c.state = 'open') as has_open_dispute
    from orders o join payment_attempts a on a.order_id = o.id
    where a.id = :attemptId and a.state = 'SUCCEEDED'`,
  params: { attemptId: 'text' },
  row: v.object({
    id: v.string(),
    order_id: v.string(),
    pay_id: v.string(),
    provider: v.picklist(['payermax', 'paypal']),
    merchant: v.nullable(v.string()),
    currency: v.string(),
    ...sums,
    order_state: v.string(),
    is_overpayment: v.boolean(),
    has_open_dispute: v.boolean(),
  }),
});
export type PaidAttempt = RowOf<typeof paidAttemptUnderLock>;
