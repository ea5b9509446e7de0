import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

export const insertAttempt = statement({
  name: 'payments.insert_attempt',
  text: `with made as (
      insert into payment_attempts
        (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, unit_minors, state,
         next_query_at, created_at, updated_at)
      values (:attemptId, :orderId, :n, :payId, :provider, :method, :country, :currency, :amountMinor,
        (select array_agg(i.unit_minor order by i.line) from order_items i where i.order_id = :orderId),
        :state, :nextQueryAt, :createdAt, :createdAt)
    )
    insert into order_events (order_id, attempt_id, at, source, event, from_state, to_state, detail)
    values (:orderId, :attemptId, :createdAt, 'player', 'attempt_made', null, :state, :detail)`,
  params: {
    attemptId: 'text',
    orderId: 'text',
    n: 'int4',
    payId: 'text',
    provider: 'text',
    method: 'text',
    country: 'text',
    currency: 'text',
    amountMinor: 'int8',
    state: 'text',
    nextQueryAt: 'timestamptz?',
    createdAt: 'timestamptz',
    detail: 'jsonb',
  },
});

/** A card session, or its renewal; an answer that lost a race leaves what is there. */
export const storeSession = statement({
  name: 'payments.store_session',
  text: `update payment_attempts set client_key = :clientKey, session_key = :sessionKey, session_opened_at = :sessionOpenedAt, updated_at = :sessionOpenedAt
    where id = :attemptId and state = 'CREATED' and session_opened_at is not distinct from :previousOpenedAt
    returning id`,
  params: {
    attemptId: 'text',
    clientKey: 'text',
    sessionKey: 'text',
    sessionOpenedAt: 'timestamptz',
    previousOpenedAt: 'timestamptz?',
  },
  row: v.object({ id: v.string() }),
});

/**
 * One step of an attempt and its order, with the event that says why: one statement, under the
 * locks that `lockAttempt` took. Numbers of the gateway are only ever filled in.
 */
export const transitionAttempt = statement({
  name: 'payments.move_attempt',
  text: `with attempt as (
      update payment_attempts set
        state = :toState, failure = :failure,
        gateway_ref = coalesce(gateway_ref, :gatewayRef), capture_ref = coalesce(capture_ref, :captureRef),
        captured_minor = :capturedMinor, card_brand = coalesce(:cardBrand, card_brand), card_masked = coalesce(:cardMasked, card_masked),
        approve_url = coalesce(:approveUrl, approve_url), action_url = coalesce(:actionUrl, action_url),
        capture_attempts = :captureTries, submitted_at = :submittedAt, requested_at = :requestedAt, next_query_at = :nextQueryAt,
        queries = :queries, not_found_count = :notFoundCount, unresolved_since = :doubtSince, updated_at = :now
      where id = :attemptId
    ), purchase as (
      update orders set state = :orderState, reason = :orderReason, paid_at = coalesce(paid_at, :paidAt) where id = :orderId
    )
    insert into order_events (order_id, attempt_id, at, source, event, from_state, to_state, detail)
    values (:orderId, :attemptId, :now, :source, :event, :fromState, :toState, :detail)`,
  params: {
    attemptId: 'text',
    orderId: 'text',
    toState: 'text',
    failure: 'text?',
    gatewayRef: 'text?',
    captureRef: 'text?',
    capturedMinor: 'int8?',
    cardBrand: 'text?',
    cardMasked: 'text?',
    approveUrl: 'text?',
    actionUrl: 'text?',
    captureTries: 'int4',
    submittedAt: 'timestamptz?',
    requestedAt: 'timestamptz?',
    nextQueryAt: 'timestamptz?',
    queries: 'int4',
    notFoundCount: 'int4',
    doubtSince: 'timestamptz?',
    now: 'timestamptz',
    orderState: 'text',
    orderReason: 'text?',
    paidAt: 'timestamptz?',
    source: 'text',
    event: 'text',
    fromState: 'text',
    detail: 'jsonb',
  },
});

/** The prices of a try that was paid after its order had been priced anew are the order's again. */
export const priceAsPaid = statement({
  name: 'payments.price_as_paid',
  text: `with paid as (
      select a.order_id, a.country, a.currency, a.amount_minor, a.unit_minors
      from payment_attempts a join orders o on o.id = a.order_id
      where a.id = :attemptId and a.unit_minors is not null
        and (a.country, a.currency, a.amount_minor) is distinct from (o.country, o.currency, o.total_minor)
    ), purchase as (
      update orders o set country = p.country, currency = p.currency, total_minor = p.amount_minor
      from paid p where o.id = p.order_id
    ), items as (
      update order_items i set unit_minor = p.unit_minors[i.line] from paid p where i.order_id = p.order_id
    )
    insert into order_events (order_id, attempt_id, at, source, event, detail)
    select p.order_id, :attemptId, :now, :source, 'priced_as_paid',
      jsonb_build_object('total_minor', p.amount_minor, 'currency', p.currency, 'country', p.country)
    from paid p`,
  params: { attemptId: 'text', now: 'timestamptz', source: 'text' },
});

/** Which card paid, for the player's receipt; what is known already stays. */
export const keepCardFace = statement({
  name: 'payments.keep_card_face',
  text: `update payment_attempts set card_brand = :cardBrand, card_masked = :cardMasked where id = :attemptId and card_masked is null`,
  params: { attemptId: 'text', cardBrand: 'text', cardMasked: 'text' },
});

export const insertRefund = statement({
  name: 'payments.insert_refund',
  text: `with refund as (
      insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, next_attempt_at, created_at, updated_at)
      values ('R' || :orderId || '_' || (select count(*) + 1 from refunds where order_id = :orderId),
        :orderId, :attemptId, :amountMinor, :currency, 'RESERVED', :reason, :nextTryAt, :now, :now)
      returning id
    )
    insert into order_events (order_id, attempt_id, at, source, event, detail)
    select :orderId, :attemptId, :now, 'worker', 'refund_reserved', jsonb_build_object('refund', id, 'reason', :reason::text)
    from refund`,
  params: {
    orderId: 'text',
    attemptId: 'text',
    amountMinor: 'int8',
    currency: 'text',
    reason: 'text',
    nextTryAt: 'timestamptz',
    now: 'timestamptz',
  },
});

export const switchChannelOff = statement({
  name: 'payments.switch_channel_off',
  text: `update channels set switched_off_at = :switchedOffAt, switched_off_why = :switchedOffWhy
    where project = :project and pay_id = :payId and switched_off_at is null`,
  params: { project: 'text', payId: 'text', switchedOffAt: 'timestamptz', switchedOffWhy: 'text' },
});
