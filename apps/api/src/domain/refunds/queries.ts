import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

export const REASONS = [
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
      select r.id from refunds r
      where r.next_attempt_at <= :realNow and r.state not in ('SUCCEEDED', 'FAILED')
        and (select a.provider from payment_attempts a where a.id = r.attempt_id) = :provider
      order by r.next_attempt_at limit :limit for update of r skip locked)
    returning id`,
  params: { realNow: 'timestamptz', limit: 'int8', provider: 'text' },
  row: v.object({ id: v.string() }),
});

export const findRefund = statement({
  name: 'refunds.find',
  text: `select r.id, r.attempt_id, coalesce(f.merchant_number, a.id) as merchant_number, a.merchant, r.amount_minor, r.currency
    from refunds r join payment_attempts a on a.id = r.attempt_id left join found_money f on f.attempt_id = a.id
    where a.provider = :provider and (r.id = :refundId or r.gateway_ref = :gatewayRef)
    order by (r.id = :refundId) desc limit 1`,
  params: { provider: 'text', refundId: 'text?', gatewayRef: 'text?' },
  row: v.object({
    id: v.string(),
    attempt_id: v.string(),
    merchant_number: v.string(),
    merchant: v.nullable(v.string()),
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

/** Inserts a refund whose money was returned outside its gateway: done from the start, and never sent. */
export const insertPaidOutside = statement({
  name: 'refunds.insert_paid_outside',
  text: `with refund as (
      insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, outside_reference, created_at,
        updated_at, replaces)
      values ('R' || :orderId || '_' || (select count(*) + 1 from refunds where order_id = :orderId),
        :orderId, :attemptId, :amountMinor, :currency, 'SUCCEEDED', :reason, :bankNumber, :now, :now, :insteadOf)
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
    bankNumber: 'text',
    insteadOf: 'text?',
    source: 'text',
    now: 'timestamptz',
    detail: 'jsonb',
  },
  row: v.object({ id: v.string() }),
});

/** A bank's number without its signs: people write one number in several ways. */
const plainNumber = (text: string) => `upper(regexp_replace(${text}, '[^A-Za-z0-9]', '', 'g'))`;

/** Other refunds under a bank's number, however it was written; ten at most. */
export const bookedUnder = statement({
  name: 'refunds.booked_under',
  text: `select id from refunds where outside_reference is not null and id <> :refundId
      and ${plainNumber('outside_reference')} = ${plainNumber(':bankNumber')} order by id limit 10`,
  params: { bankNumber: 'text', refundId: 'text' },
  row: v.object({ id: v.string() }),
});

/** Two bookings under one number come one after the other. */
export const lockBankNumber = statement({
  name: 'refunds.lock_bank_number',
  text: `select pg_advisory_xact_lock(hashtextextended(${plainNumber(':bankNumber')}, 82)) is null as is_so`,
  params: { bankNumber: 'text' },
  row: v.object({ is_so: v.boolean() }),
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

/** Whether an operator settled the success of a refund whose sum had gone another way (docs/decisions/0087). */
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
export const relinkRequest = statement({
  name: 'refunds.follow',
  text: `update resolution_requests set refund_id = :refundId where order_id = :orderId and refund_id = :previousRefundId`,
  params: { previousRefundId: 'text', refundId: 'text', orderId: 'text' },
});
