import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { shownColumns, shownRow } from './shown-sql.ts';

/** Where the list goes on: the place of one of the player's own orders in it. */
export const placeInList = statement({
  name: 'orders.place_in_list',
  text: `select created_at from orders where id = :orderId and player_id = :playerId`,
  params: { orderId: 'text', playerId: 'int8' },
  row: v.object({ created_at: v.date() }),
});

/** Newest first, from before `beforeAt` and, among those of that very moment, before `beforeId`. */
export const ordersOfPlayer = statement({
  name: 'orders.of_player',
  text: `select ${shownColumns}
    from orders o left join deliveries d on d.order_id = o.id
    where o.player_id = :playerId and (o.created_at, o.id) < (coalesce(:beforeAt, 'infinity'::timestamptz), coalesce(:beforeId, ''))
    order by o.created_at desc, o.id desc
    limit :limit`,
  params: { playerId: 'int8', beforeAt: 'timestamptz?', beforeId: 'text?', limit: 'int8' },
  row: shownRow,
});

const payment = v.object({
  attempt_id: v.string(),
  pay_id: v.string(),
  card_brand: v.nullable(v.string()),
  card_masked: v.nullable(v.string()),
  reference: v.nullable(v.string()),
});
export type Payment = v.InferOutput<typeof payment>;

/**
 * A player's own order with the try that paid it: not one that came on top or too late and went back,
 * unless nothing else was ever paid.
 */
export const proofOfOrder = statement({
  name: 'orders.proof',
  text: `select o.id, o.state, o.reason, o.country, o.currency, o.total_minor, o.paid_at,
      case when a.id is not null then jsonb_build_object(
        'attempt_id', a.id, 'pay_id', a.pay_id, 'card_brand', a.card_brand, 'card_masked', a.card_masked,
        'reference', coalesce(a.capture_ref, a.gateway_ref)) end as payment
    from orders o
    left join lateral (
      select * from payment_attempts p
      where p.order_id = o.id and p.state = 'SUCCEEDED'
      order by exists (select from refunds r where r.attempt_id = p.id and r.reason = 'double_payment'), p.n
      limit 1
    ) a on true
    where o.id = :orderId and o.player_id = :playerId`,
  params: { orderId: 'text', playerId: 'int8' },
  row: v.object({
    id: v.string(),
    state: shownRow.entries.state,
    reason: shownRow.entries.reason,
    country: v.string(),
    currency: v.string(),
    total_minor: v.number(),
    paid_at: v.nullable(v.date()),
    payment: v.nullable(payment),
  }),
});
export type ProofOfOrder = RowOf<typeof proofOfOrder>;

/** Everything that happened to an order, oldest first. */
export const eventsOfOrder = statement({
  name: 'orders.events',
  text: `select e.at, e.event, e.to_state, e.detail ->> 'why' as why,
      coalesce(e.detail ->> 'failure', a.failure) as failure,
      case when a.state = 'SUCCEEDED' and e.to_state = 'SUCCEEDED' then jsonb_build_object(
        'attempt_id', a.id, 'pay_id', a.pay_id, 'card_brand', a.card_brand, 'card_masked', a.card_masked,
        'reference', coalesce(a.capture_ref, a.gateway_ref), 'amount_minor', a.captured_minor,
        'currency', a.currency) end as payment
    from order_events e left join payment_attempts a on a.id = e.attempt_id
    where e.order_id = :orderId order by e.id`,
  params: { orderId: 'text' },
  row: v.object({
    at: v.date(),
    event: v.string(),
    to_state: v.nullable(v.string()),
    why: v.nullable(v.string()),
    failure: v.nullable(v.picklist(['declined', 'insufficient_balance', 'cancelled', 'error'])),
    /** What this event says was paid. */
    payment: v.nullable(
      v.object({ ...payment.entries, amount_minor: v.number(), currency: v.string() }),
    ),
  }),
});
export type OrderEvent = RowOf<typeof eventsOfOrder>;

/** What goes back of an order's payments; `is_double`: of one that came on top, whoever gives it back. */
export const refundsOfOrder = statement({
  name: 'orders.refunds',
  text: `select amount_minor, currency, state = 'SUCCEEDED' as is_done, created_at, updated_at,
      exists (select from refunds d where d.attempt_id = r.attempt_id and d.reason = 'double_payment') as is_double
    from refunds r where order_id = :orderId and state <> 'FAILED' order by created_at, id`,
  params: { orderId: 'text' },
  row: v.object({
    amount_minor: v.number(),
    currency: v.string(),
    is_double: v.boolean(),
    is_done: v.boolean(),
    created_at: v.date(),
    updated_at: v.date(),
  }),
});
export type OrderRefund = RowOf<typeof refundsOfOrder>;
