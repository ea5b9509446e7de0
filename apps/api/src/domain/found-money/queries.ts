import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { payMethod } from '../projects/queries.ts';
import { NEXT_STEP } from '../reconciliation/queries.ts';

const provider = v.picklist(['payermax', 'paypal']);

/** Open differences about money that an operator adopts or refunds. */
export const foundMoney = statement({
  name: 'found_money.open',
  text: `select id, provider, subject, day::text as day, explanation, attempt_id, count(*) over ()::int4 as total_count
    from reconciliation_differences d
    where settled_at is null and ${NEXT_STEP} = 'decide' order by day, id limit 200`,
  row: v.object({
    id: v.number(),
    ...v.entriesFromList(['subject', 'day', 'explanation'], v.string()),
    provider,
    /** The attempt that its number names; null: none of ours. */
    attempt_id: v.nullable(v.string()),
    total_count: v.number(),
  }),
});

export const differenceById = statement({
  name: 'found_money.difference',
  text: `select id, provider, merchant, subject, day::text as day, settled_at is null as is_open,
      ${NEXT_STEP} as next_step
    from reconciliation_differences d where id = :differenceId`,
  params: { differenceId: 'int8' },
  row: v.object({
    id: v.number(),
    ...v.entriesFromList(['subject', 'day'], v.string()),
    provider,
    /** The merchant whose statement has it. */
    merchant: v.nullable(v.string()),
    is_open: v.boolean(),
    next_step: v.nullable(v.picklist(['decide', 'repair'])),
  }),
});
export type DifferenceRow = RowOf<typeof differenceById>;

/** Locks every difference about one capture, so that two decisions about it wait for each other. */
export const lockDifferences = statement({
  name: 'found_money.lock',
  text: `select id, settled_at is null as is_open from reconciliation_differences
    where provider = :provider and subject = :captureRef order by id for update`,
  params: { provider: 'text', captureRef: 'text' },
  row: v.object({ id: v.number(), is_open: v.boolean() }),
});

/** The attempt that booked a capture. */
export const bookedCapture = statement({
  name: 'found_money.booked',
  text: `select id from payment_attempts where provider = :provider and capture_ref = :captureRef`,
  params: { provider: 'text', captureRef: 'text' },
  row: v.object({ id: v.string() }),
});

/** The project's method by a gateway, a card first. */
export const channelOfProvider = statement({
  name: 'found_money.channel',
  text: `select pay_id, method from channels where project = :project and provider = :provider
    order by method in ('apple_pay', 'google_pay', 'redirect', 'voucher', 'qr'), position limit 1`,
  params: { project: 'text', provider: 'text' },
  row: v.object({ pay_id: v.string(), method: payMethod }),
});

export const isOrder = statement({
  name: 'found_money.is_order',
  text: `select exists (select from orders where id = :orderId) as is_so`,
  params: { orderId: 'text' },
  row: v.object({ is_so: v.boolean() }),
});

/** Inserts an order as an operator decided it, with its items; items are parallel arrays by line. */
export const insertFoundOrder = statement({
  name: 'found_money.insert_order',
  text: `with purchase as (
      insert into orders (id, project, player_id, source, products_key, state, reason, country, currency, total_minor,
        usd_minor, lang, recipient, returns_to_payment, redirect_url, created_at, expires_at, paid_at)
      values (:orderId, :project, :playerId, 'direct', :productsKey, :state, :reason, :country, :currency, :totalMinor,
        :usdMinor, :lang, :recipient, false, '', :now, :now, :paidAt)
    ), items as (
      insert into order_items (order_id, line, product_id, count, unit_minor, sold)
      select :orderId, line, product_id, count, unit_minor, sold
      from unnest(:productIds::text[], :counts::int4[], :unitMinors::int8[], :soldItems::jsonb[]) with ordinality
        as item (product_id, count, unit_minor, sold, line)
    )
    insert into order_events (order_id, at, source, event, to_state, detail)
    values (:orderId, :now, 'operator', 'order_made', :state, :detail)`,
  params: {
    orderId: 'text',
    project: 'text',
    playerId: 'int8',
    productsKey: 'text',
    state: 'text',
    reason: 'text?',
    country: 'text',
    currency: 'text',
    totalMinor: 'int8',
    usdMinor: 'int8?',
    lang: 'text',
    recipient: 'jsonb',
    paidAt: 'timestamptz?',
    now: 'timestamptz',
    productIds: 'text[]',
    counts: 'int4[]',
    unitMinors: 'int8[]',
    soldItems: 'jsonb[]',
    detail: 'jsonb',
  },
});

/**
 * Inserts the paid attempt that books found money; triggers post its capture. `n` null: before the
 * order's other attempts, so that it is never the last one.
 */
export const insertFoundAttempt = statement({
  name: 'found_money.insert_attempt',
  text: `with numbered as (
      select coalesce(:n::int4, (select least(min(n), 1) - 1 from payment_attempts where order_id = :orderId)) as n
    ), attempt as (
      insert into payment_attempts (id, order_id, n, pay_id, provider, merchant, method, country, currency, amount_minor, state,
        capture_ref, captured_minor, created_at, updated_at)
      select coalesce(:attemptId, 'F' || :orderId || '_' || (1 - n)), :orderId, n, :payId, :provider, :merchant, :method, :country, :currency, :amountMinor,
        'SUCCEEDED', :captureRef, :amountMinor, :now, :now
      from numbered
      returning id
    ), event as (
      insert into order_events (order_id, attempt_id, at, source, event, to_state, detail)
      select :orderId, id, :now, 'operator', :event, 'SUCCEEDED', :detail from attempt
    )
    select id from attempt`,
  params: {
    orderId: 'text',
    attemptId: 'text?',
    n: 'int4?',
    payId: 'text',
    provider: 'text',
    merchant: 'text?',
    method: 'text',
    country: 'text',
    currency: 'text',
    amountMinor: 'int8',
    captureRef: 'text',
    event: 'text',
    now: 'timestamptz',
    detail: 'jsonb',
  },
  row: v.object({ id: v.string() }),
});

/** Makes quarantined messages about a capture wait, as they make this wait (0012_found_money.sql). */
export const lockCapture = statement({
  name: 'found_money.lock_capture',
  text: `select pg_advisory_xact_lock(hashtextextended('capture:' || :provider || ':' || :captureRef, 0)) as locked`,
  params: { provider: 'text', captureRef: 'text' },
  row: v.object({ locked: v.unknown() }),
});

/** Records the decision, once a capture, and settles its differences and quarantined messages. */
export const recordDecision = statement({
  name: 'found_money.record',
  text: `with decided as (
      insert into found_money (provider, capture_ref, difference_id, decision, attempt_id, merchant_number, payment_ref,
        captured_at, because, at)
      values (:provider, :captureRef, :differenceId, :decision, :attemptId, :merchantNumber, :paymentRef,
        :capturedAt, :because, :now)
    ), messages as (
      update quarantine set settled_at = :now, settled_because = :because
      where settled_at is null and provider = :provider and result ->> 'kind' = 'paid' and result ->> 'captureRef' = :captureRef
    )
    update reconciliation_differences set settled_at = :now, settled_how = 'operator'
    where provider = :provider and subject = :captureRef and settled_at is null`,
  params: {
    provider: 'text',
    captureRef: 'text',
    differenceId: 'int8',
    decision: 'text',
    attemptId: 'text',
    merchantNumber: 'text?',
    paymentRef: 'text?',
    capturedAt: 'timestamptz',
    because: 'text',
    now: 'timestamptz',
  },
});
