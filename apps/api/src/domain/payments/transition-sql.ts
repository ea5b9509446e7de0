import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

export const insertAttempt = statement({
  name: 'payments.insert_attempt',
  text: `with made as (
      insert into payment_attempts
        (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, unit_minors, state,
         next_query_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9,
        (select array_agg(i.unit_minor order by i.line) from order_items i where i.order_id = $2),
        $10, $11, $12, $12)
    )
    insert into order_events (order_id, attempt_id, at, source, event, from_state, to_state, detail)
    values ($2, $1, $12, 'player', 'attempt_made', null, $10, $13)`,
  params: [
    'text',
    'text',
    'int4',
    'text',
    'text',
    'text',
    'text',
    'text',
    'int8',
    'text',
    'timestamptz?',
    'timestamptz',
    'jsonb',
  ],
});

/** A card session, or its renewal; an answer that lost a race leaves what is there. */
export const storeSession = statement({
  name: 'payments.store_session',
  text: `update payment_attempts set client_key = $2, session_key = $3, session_opened_at = $4, updated_at = $4
    where id = $1 and state = 'CREATED' and session_opened_at is not distinct from $5
    returning id`,
  params: ['text', 'text', 'text', 'timestamptz', 'timestamptz?'],
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
        state = $3, failure = $4,
        gateway_ref = coalesce(gateway_ref, $5), capture_ref = coalesce(capture_ref, $6),
        captured_minor = $7, card_brand = coalesce($8, card_brand), card_masked = coalesce($9, card_masked),
        approve_url = coalesce($10, approve_url), action_url = coalesce($11, action_url),
        capture_tries = $12, submitted_at = $13, requested_at = $14, next_query_at = $15,
        queries = $16, not_found_count = $17, doubt_since = $18, updated_at = $19
      where id = $1
    ), purchase as (
      update orders set state = $20, reason = $21, paid_at = coalesce(paid_at, $22) where id = $2
    )
    insert into order_events (order_id, attempt_id, at, source, event, from_state, to_state, detail)
    values ($2, $1, $19, $23, $24, $25, $3, $26)`,
  params: [
    'text',
    'text',
    'text',
    'text?',
    'text?',
    'text?',
    'int8?',
    'text?',
    'text?',
    'text?',
    'text?',
    'int4',
    'timestamptz?',
    'timestamptz?',
    'timestamptz?',
    'int4',
    'int4',
    'timestamptz?',
    'timestamptz',
    'text',
    'text?',
    'timestamptz?',
    'text',
    'text',
    'text',
    'jsonb',
  ],
});

/** The prices of a try that was paid after its order had been priced anew are the order's again. */
export const priceAsPaid = statement({
  name: 'payments.price_as_paid',
  text: `with paid as (
      select a.order_id, a.country, a.currency, a.amount_minor, a.unit_minors
      from payment_attempts a join orders o on o.id = a.order_id
      where a.id = $1 and a.unit_minors is not null
        and (a.country, a.currency, a.amount_minor) is distinct from (o.country, o.currency, o.total_minor)
    ), purchase as (
      update orders o set country = p.country, currency = p.currency, total_minor = p.amount_minor
      from paid p where o.id = p.order_id
    ), items as (
      update order_items i set unit_minor = p.unit_minors[i.line] from paid p where i.order_id = p.order_id
    )
    insert into order_events (order_id, attempt_id, at, source, event, detail)
    select p.order_id, $1, $2, $3, 'priced_as_paid',
      jsonb_build_object('total_minor', p.amount_minor, 'currency', p.currency, 'country', p.country)
    from paid p`,
  params: ['text', 'timestamptz', 'text'],
});

/** Which card paid, for the player's receipt; what is known already stays. */
export const keepCardFace = statement({
  name: 'payments.keep_card_face',
  text: `update payment_attempts set card_brand = $2, card_masked = $3 where id = $1 and card_masked is null`,
  params: ['text', 'text', 'text'],
});

export const insertRefund = statement({
  name: 'payments.insert_refund',
  text: `with refund as (
      insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, next_try_at, created_at, updated_at)
      values ('R' || $1 || '_' || (select count(*) + 1 from refunds where order_id = $1),
        $1, $2, $3, $4, 'RESERVED', $5, $6, $7, $7)
      returning id
    )
    insert into order_events (order_id, attempt_id, at, source, event, detail)
    select $1, $2, $7, 'worker', 'refund_reserved', jsonb_build_object('refund', id, 'reason', $5::text)
    from refund`,
  params: ['text', 'text', 'int8', 'text', 'text', 'timestamptz', 'timestamptz'],
});

export const switchChannelOff = statement({
  name: 'payments.switch_channel_off',
  text: `update channels set switched_off_at = $3, switched_off_why = $4
    where project = $1 and pay_id = $2 and switched_off_at is null`,
  params: ['text', 'text', 'timestamptz', 'text'],
});
