import * as v from 'valibot';
import { REFUND_STATES } from '@webpay/contract/money-back';
import { statement, type RowOf } from '../../platform/db/statement.ts';

const REASONS = [
  'double_payment',
  'not_deliverable',
  'resolution',
  'operator',
  'external',
] as const;
export type RefundReason = (typeof REASONS)[number];

/** Whether a later refund of the attempt replaces the failed refund `r`. */
const HAS_LATER = `exists (
      select from refunds later where later.attempt_id = r.attempt_id
        and (later.created_at, later.id) > (r.created_at, r.id)
        and (later.reason <> 'external' or r.reason in ('resolution', 'operator')))`;

/** Whether a refund was released, because its money went another way. */
export const wasReleased = (refund: string) =>
  `(${refund}.state = 'FAILED' and coalesce(${refund}.failure, '') in ('paid_back_elsewhere', 'lost_to_a_case'))`;

const HAS_FAILED = `r.state = 'FAILED' and not ${wasReleased('r')}`;

/** Whether a refund `r` was refused by its gateway and has no successor. */
export const IS_REFUSED = `${HAS_FAILED} and not ${HAS_LATER}`;

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
      a.provider, coalesce(f.payment_ref, a.gateway_ref) as attempt_ref, a.capture_ref,
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

/** The shop decides these automatically; a person decided the others. */
const IS_AUTOMATIC = `reason in ('double_payment', 'not_deliverable')`;

/**
 * Writes a transition and its event. A refused automatic refund is due again at `retryAt`, until it
 * was sent again `retries` times.
 */
export const transitionRefund = statement({
  name: 'refunds.transition',
  text: `with refund as (
      update refunds set state = :toState, gateway_ref = coalesce(gateway_ref, :gatewayRef), attempts = 0, next_attempt_at = :nextAttemptAt,
        requested_at = coalesce(requested_at, :requestedAt), failure = :failure, updated_at = :now,
        retry_at = case when :toState = 'FAILED' and ${IS_AUTOMATIC} and (
          select count(*) from refunds e where e.attempt_id = refunds.attempt_id and e.reason = refunds.reason
            and e.state = 'FAILED' and not ${wasReleased('e')}) < :retries then :retryAt::timestamptz end
      where id = :refundId
    )
    insert into order_events (order_id, attempt_id, at, source, event, from_state, to_state, detail)
    select order_id, attempt_id, :now, :source, 'refund_' || lower(:toState), state, :toState, jsonb_build_object('refund', id) || :detail::jsonb
    from refunds where id = :refundId`,
  params: {
    refundId: 'text',
    toState: 'text',
    gatewayRef: 'text?',
    nextAttemptAt: 'timestamptz?',
    requestedAt: 'timestamptz?',
    failure: 'text?',
    retryAt: 'timestamptz?',
    retries: 'int8',
    now: 'timestamptz',
    source: 'text',
    detail: 'jsonb',
  },
});

/** Sets the next look at a refund that is unresolved or has to wait. */
export const scheduleRefundQuery = statement({
  name: 'refunds.schedule_query',
  text: `update refunds set next_attempt_at = :nextAttemptAt, attempts = attempts + 1, updated_at = :now where id = :refundId`,
  params: { refundId: 'text', nextAttemptAt: 'timestamptz', now: 'timestamptz' },
});

/** Makes reserved refunds due that waited for another refund or a dispute. */
export const makeReservedDue = statement({
  name: 'refunds.make_reserved_due',
  text: `update refunds set next_attempt_at = :nextAttemptAt where order_id = :orderId and state = 'RESERVED'`,
  params: { orderId: 'text', nextAttemptAt: 'timestamptz' },
});

/** Makes the next query of orders' refunds due, unless one was just answered or a worker is asking. */
export const askRefundsNow = statement({
  name: 'refunds.ask_now',
  text: `update refunds set next_attempt_at = :realNow
    where order_id = any(:orderIds) and state in ('PENDING', 'UNKNOWN')
      and next_attempt_at > :realNow::timestamptz + interval '15 seconds'
      and updated_at <= :now::timestamptz - interval '10 seconds'`,
  params: { orderIds: 'text[]', realNow: 'timestamptz', now: 'timestamptz' },
});

/** Takes due refunds and moves their next attempt ahead. */
export const takeDueRefunds = statement({
  name: 'refunds.take_due',
  text: `update refunds set next_attempt_at = :realNow::timestamptz + interval '15 seconds'
    where id in (
      select r.id from refunds r join payment_attempts a on a.id = r.attempt_id
      where r.next_attempt_at <= :realNow and r.state not in ('SUCCEEDED', 'FAILED') and a.provider = :provider
      order by r.next_attempt_at limit :limit for update of r skip locked)
    returning id`,
  params: { realNow: 'timestamptz', limit: 'int8', provider: 'text' },
  row: v.object({ id: v.string() }),
});

export const findRefund = statement({
  name: 'refunds.find',
  text: `select r.id, r.attempt_id, coalesce(f.merchant_number, a.id) as merchant_number, r.amount_minor, r.currency
    from refunds r join payment_attempts a on a.id = r.attempt_id left join found_money f on f.attempt_id = a.id
    where a.provider = :provider and (r.id = :refundId or r.gateway_ref = :gatewayRef)
    order by (r.id = :refundId) desc limit 1`,
  params: { provider: 'text', refundId: 'text?', gatewayRef: 'text?' },
  row: v.object({
    id: v.string(),
    attempt_id: v.string(),
    merchant_number: v.string(),
    amount_minor: v.number(),
    currency: v.string(),
  }),
});

/** The attempt of found money that bears this number at its gateway, where another attempt has it as id. */
export const attemptOfFoundMoney = statement({
  name: 'refunds.attempt_of_found_money',
  text: `select f.attempt_id as id from found_money f
    where f.provider = :provider and f.merchant_number = :merchantNumber
      and (f.capture_ref = :captureRef or :captureRef::text is null and not exists (
        select from payment_attempts a where a.id = :merchantNumber and a.state = 'SUCCEEDED'))
    order by f.at limit 1`,
  params: { provider: 'text', merchantNumber: 'text?', captureRef: 'text?' },
  row: v.object({ id: v.string() }),
});

export const attemptByCapture = statement({
  name: 'refunds.attempt_by_capture',
  text: `select id from payment_attempts where provider = :provider and capture_ref = :captureRef`,
  params: { provider: 'text', captureRef: 'text?' },
  row: v.object({ id: v.string() }),
});

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
  text: `select a.id, a.order_id, a.pay_id, a.provider, a.currency, ${sumsColumns}, o.state as order_state,
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
    currency: v.string(),
    ...sums,
    order_state: v.string(),
    is_overpayment: v.boolean(),
    has_open_dispute: v.boolean(),
  }),
});
export type PaidAttempt = RowOf<typeof paidAttemptUnderLock>;

/** Inserts a refund that was made in the gateway's own pages, once. */
export const adoptRefund = statement({
  name: 'refunds.adopt',
  text: `with refund as (
      insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, gateway_ref, created_at, updated_at)
      values ('X' || :provider || '_' || :gatewayRef, :orderId, :attemptId, :amountMinor, :currency, 'SUCCEEDED', 'external', :gatewayRef, :now, :now)
      returning id
    ), history as (
      insert into order_events (order_id, attempt_id, at, source, event, to_state, detail)
      select :orderId, :attemptId, :now, 'webhook', 'refund_adopted', 'SUCCEEDED',
        jsonb_build_object('refund', id, 'amount_minor', :amountMinor::int8)
      from refund
    )
    select id from refund`,
  params: {
    orderId: 'text',
    attemptId: 'text',
    amountMinor: 'int8',
    currency: 'text',
    now: 'timestamptz',
    provider: 'text',
    gatewayRef: 'text',
  },
  row: v.object({ id: v.string() }),
});

/** Inserts a refund whose money went back outside its gateway: done from the start, and never sent. */
export const insertPaidOutside = statement({
  name: 'refunds.insert_paid_outside',
  text: `with refund as (
      insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, outside_reference, created_at,
        updated_at, replaces)
      values ('R' || :orderId || '_' || (select count(*) + 1 from refunds where order_id = :orderId),
        :orderId, :attemptId, :amountMinor, :currency, 'SUCCEEDED', :reason, :outsideReference, :now, :now, :insteadOf)
      returning id
    ), history as (
      insert into order_events (order_id, attempt_id, at, source, event, to_state, detail)
      select :orderId, :attemptId, :now, :source, 'refund_paid_outside', 'SUCCEEDED',
        jsonb_build_object('refund', id, 'reason', :reason::text) || :detail::jsonb
      from refund
    )
    select id from refund`,
  params: {
    orderId: 'text',
    attemptId: 'text',
    amountMinor: 'int8',
    currency: 'text',
    reason: 'text',
    outsideReference: 'text',
    insteadOf: 'text?',
    source: 'text',
    now: 'timestamptz',
    detail: 'jsonb',
  },
  row: v.object({ id: v.string() }),
});

/** Whether a refund, or one that replaced it since, was paid outside its gateway. */
export const wasPaidOutside = statement({
  name: 'refunds.was_paid_outside',
  text: `with recursive line as (
      select id, outside_reference from refunds where id = :refundId
      union all
      select r.id, r.outside_reference from refunds r join line on r.replaces = line.id
    )
    select exists (select from line where outside_reference is not null) as is_so`,
  params: { refundId: 'text' },
  row: v.object({ is_so: v.boolean() }),
});

/** Whether a person settled the success of a refund whose sum had gone another way (docs/decisions/0087). */
export const isSettledSuccess = statement({
  name: 'refunds.is_settled_success',
  text: `select exists (
      select from quarantine where attempt_id = :attemptId and reason = 'refund_succeeded_does_not_fit'
        and result ->> 'refund' = :refundId and settled_at is not null) as is_so`,
  params: { attemptId: 'text', refundId: 'text' },
  row: v.object({ is_so: v.boolean() }),
});

/** Refunds that were never sent and may be released, newest first. */
export const unsentRefunds = statement({
  name: 'refunds.unsent',
  text: `select id, amount_minor, reason from refunds
    where attempt_id = :attemptId and state = 'RESERVED' and requested_at is null order by created_at desc, id desc`,
  params: { attemptId: 'text' },
  row: v.object({ id: v.string(), amount_minor: v.number(), reason: v.picklist(REASONS) }),
});

/** The unsent replacement of a failed refund. */
export const unsentReplacement = statement({
  name: 'refunds.unsent_replacement',
  text: `select id from refunds where replaces = :insteadOf and state = 'RESERVED' and requested_at is null`,
  params: { insteadOf: 'text' },
  row: v.object({ id: v.string() }),
});

export const hasLaterRefund = statement({
  name: 'refunds.has_later',
  text: `select ${HAS_LATER} as is_so from refunds r where r.id = :refundId`,
  params: { refundId: 'text' },
  row: v.object({ is_so: v.boolean() }),
});

/**
 * Refunds of an attempt that failed, and released ones that were sent before a dispute took their money: their gateway may
 * have paid them. `is_open`: without a successor.
 */
export const failedRefundsOf = statement({
  name: 'refunds.failed_of',
  text: `select r.id, r.amount_minor, not ${HAS_LATER} as is_open
    from refunds r where r.attempt_id = :attemptId and (${HAS_FAILED} or r.state = 'FAILED' and r.requested_at is not null)
    order by r.created_at, r.id`,
  params: { attemptId: 'text' },
  row: v.object({ id: v.string(), amount_minor: v.number(), is_open: v.boolean() }),
});

export const hasRunningRefund = statement({
  name: 'refunds.has_running',
  text: `select exists (
      select from refunds where attempt_id = :attemptId
        and (state in ('SUBMITTING', 'PENDING', 'UNKNOWN') or state = 'RESERVED' and requested_at is not null)) as is_so`,
  params: { attemptId: 'text' },
  row: v.object({ is_so: v.boolean() }),
});

/** Points a resolution request to the refund that replaces its own. */
export const followRefund = statement({
  name: 'refunds.follow',
  text: `update resolution_requests set refund_id = :refundId where order_id = :orderId and refund_id = :previousRefundId`,
  params: { previousRefundId: 'text', refundId: 'text', orderId: 'text' },
});

/**
 * Captured money that bought nothing and that no delivery, refund or loss claims: the ledger's
 * `owed_to_players` without a way back. `refused`: the refund to send again. `is_unearned` is kept
 * by triggers, so that one index holds what is owed now, whatever was paid back before.
 */
export const OWED = `select a.id, a.order_id, a.provider, a.currency,
      case when exists (select from refunds s where s.attempt_id = a.id and s.reason = 'double_payment') then 'came_too_much'
        else 'goods_' || (select d.state from deliveries d where d.order_id = a.order_id) end as why,
      a.captured_minor - a.reserved_minor - a.refunded_minor - a.lost_minor as owed_minor,
      (select r.id from refunds r where r.attempt_id = a.id and ${IS_REFUSED}
        order by r.created_at desc, r.id desc limit 1) as refused,
      coalesce((select max(r.updated_at) from refunds r where r.attempt_id = a.id), a.updated_at) as since
    from payment_attempts a
    where a.is_unearned and a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor`;

const owedRow = {
  ...v.entriesFromList(['id', 'order_id', 'currency', 'why'], v.string()),
  owed_minor: v.number(),
  refused: v.nullable(v.string()),
};

/** The 200 longest owed of all payments, with the count of all. */
export const owedPayments = statement({
  name: 'refunds.owed_payments',
  text: `select id, order_id, currency, why, owed_minor, refused, count(*) over ()::int4 as total_count
    from (${OWED}) as owed order by since, id limit 200`,
  row: v.object({ ...owedRow, total_count: v.number() }),
});

export const owedOfOrder = statement({
  name: 'refunds.owed_of_order',
  text: `select id, order_id, currency, why, owed_minor, refused from (${OWED} and a.order_id = :orderId) as owed
    order by since, id`,
  params: { orderId: 'text' },
  row: v.object(owedRow),
});

/** The overpayment of an order that has not gone back; read under the order's lock. */
export const overpaymentNotReturned = statement({
  name: 'refunds.overpayment_not_returned',
  text: `select a.id, (
        select r.id from refunds r where r.attempt_id = a.id and ${IS_REFUSED}
        order by r.created_at desc, r.id desc limit 1) as refused
    from payment_attempts a
    where a.order_id = :orderId and a.state = 'SUCCEEDED'
      and a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor
      and exists (select from refunds s where s.attempt_id = a.id and s.reason = 'double_payment')
    order by a.n limit 1`,
  params: { orderId: 'text' },
  row: v.object({ id: v.string(), refused: v.nullable(v.string()) }),
});
