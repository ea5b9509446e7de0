import * as v from 'valibot';
import {
  ATTEMPT_STATES,
  DELIVERY_STATES,
  ORDER_REASONS,
  ORDER_STATES,
} from '@webpay/contract/order-states';
import { payMethod } from '../projects/queries.ts';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { ARCHIVED_BEFORE, ORDER_NO, recipient, soldItem, texts } from './columns.ts';

const shownColumns = `o.id, ${ORDER_NO}, o.project, o.player_id, o.source, o.state, o.reason, o.currency, o.total_minor,
  o.recipient, o.created_at, o.expires_at,
  d.state as delivery_state, d.reason as delivery_reason, d.at as delivery_at,
  o.state = 'waiting' and exists (
    select from payment_attempts a
    where a.order_id = o.id and a.state = 'REQUIRES_ACTION' and a.method <> 'redirect' and a.pay_code is not null) as has_code,
  o.state = 'failed' and coalesce((
    select a.state = 'EXPIRED' from payment_attempts a where a.order_id = o.id order by a.n desc limit 1), false) as timed_out,
  case when o.state = 'refunded' then
    (select max(e.at) from order_events e where e.order_id = o.id and e.to_state = 'refunded')
  end as refunded_at,
  case when o.state = 'success' then
    (select coalesce(sum(a.refunded_minor), 0)::int8 from payment_attempts a
      where a.order_id = o.id and a.state = 'SUCCEEDED' and not exists (
        select from refunds r where r.attempt_id = a.id and r.reason = 'double_payment'))
  else 0 end as part_back_minor,
  coalesce((select jsonb_agg(jsonb_build_object(
      'amount_minor', a.captured_minor, 'currency', a.currency,
      'back_at', case when a.refunded_minor + a.lost_minor >= a.captured_minor then
        (extract(epoch from coalesce(back.at, a.updated_at)) * 1000)::int8 end) order by a.n)
    from payment_attempts a
    cross join lateral (
      select max(r.updated_at) filter (where r.state = 'SUCCEEDED') as at,
        bool_or(r.reason = 'double_payment') as is_overpayment
      from refunds r where r.attempt_id = a.id) back
    where a.order_id = o.id and a.state = 'SUCCEEDED' and back.is_overpayment), '[]') as overpayments,
  (select jsonb_agg(jsonb_build_object(
      'product_id', i.product_id, 'count', i.count, 'unit_minor', i.unit_minor, 'sold', coalesce(g.sold, i.sold)) order by i.line)
    from order_items i left join sold_goods g on g.id = i.sold_id where i.order_id = o.id) as items`;

export const shownRow = v.object({
  id: v.string(),
  order_no: v.string(),
  project: v.string(),
  player_id: v.number(),
  source: v.picklist(['cart', 'direct', 'bargain', 'card', 'mall']),
  state: v.picklist(ORDER_STATES),
  reason: v.nullable(v.picklist(ORDER_REASONS)),
  currency: v.string(),
  total_minor: v.number(),
  recipient,
  created_at: v.date(),
  expires_at: v.date(),
  delivery_state: v.nullable(v.picklist(DELIVERY_STATES)),
  delivery_reason: v.nullable(v.picklist(['mailbox_full', 'maintenance', 'error'])),
  delivery_at: v.nullable(v.date()),
  /** Its player pays with a code, in a shop or at a bank. */
  has_code: v.boolean(),
  /** Its last payment was not confirmed before its page or its code ended. */
  timed_out: v.boolean(),
  refunded_at: v.nullable(v.date()),
  /** Minor units of the order's own payment that went back, without overpayments. */
  part_back_minor: v.number(),
  /** Overpayments and late payments; `back_at`: ms when all of it had gone back, else null. */
  overpayments: v.array(
    v.object({ amount_minor: v.number(), currency: v.string(), back_at: v.nullable(v.number()) }),
  ),
  items: v.array(
    v.object({ product_id: v.string(), count: v.number(), unit_minor: v.number(), sold: soldItem }),
  ),
});
export type ShownOrder = v.InferOutput<typeof shownRow>;

export const viewColumns = `${shownColumns}, o.order_key,
      case when o.state = 'waiting' then (
        select jsonb_build_object('url', a.action_url, 'code', a.pay_code, 'pay_id', a.pay_id, 'method', a.method,
          'at', (extract(epoch from a.submitted_at) * 1000)::int8) from payment_attempts a
        where a.order_id = o.id and a.state = 'REQUIRES_ACTION' and num_nonnulls(a.action_url, a.pay_code) > 0) end as action,
      case when o.state = 'failed' then (
        select jsonb_build_object('pay_id', a.pay_id, 'state', a.state)
        from payment_attempts a where a.order_id = o.id order by a.n desc limit 1) end as failed,
      (select max(a.requested_at) from payment_attempts a
        where a.order_id = o.id and (a.state = 'EXPIRED' or a.failure = 'cancelled')) as given_up_after,
      exists (select from outbox_mails m where m.id = d.id and num_nonnulls(m.ended_at) = 0
        and m.parked_at is not null) as is_parked`;
export const viewRow = v.object({
  ...shownRow.entries,
  order_key: v.nullable(v.string()),
  /** The address where the live attempt waits for its player, or the code that pays it. */
  action: v.nullable(
    v.object({
      url: v.nullable(v.string()),
      code: v.nullable(v.string()),
      pay_id: v.string(),
      method: payMethod,
      /** When the attempt was submitted, in ms; null: it never was. */
      at: v.nullable(v.number()),
    }),
  ),
  /** The last attempt of a failed order. */
  failed: v.nullable(v.object({ pay_id: v.string(), state: v.picklist(ATTEMPT_STATES) })),
  /** Real time of the last request of an abandoned attempt: its money may still come. */
  given_up_after: v.nullable(v.date()),
  /** The game never answered: an operator decides about the goods. */
  is_parked: v.boolean(),
});

export const orderForView = statement({
  name: 'orders.for_view',
  text: `select ${viewColumns}
    from orders o left join deliveries d on d.order_id = o.id
    where o.id = :orderId`,
  params: { orderId: 'text' },
  row: viewRow,
});
export type OrderForView = RowOf<typeof orderForView>;

/** The position of one of the player's orders in the list. */
export const listPosition = statement({
  name: 'orders.list_position',
  text: `select created_at from orders where id = :orderId and player_id = :playerId`,
  params: { orderId: 'text', playerId: 'int8' },
  row: v.object({ created_at: v.date() }),
});

/**
 * Orders with a tried payment, newest first, before `beforeAt` and, at that very time, before `beforeId`.
 * `is_tried` is kept by triggers of the attempts; null: an upgrade has not looked at the order yet.
 */
export const ordersOfPlayer = statement({
  name: 'orders.of_player',
  text: `select ${shownColumns}
    from orders o left join deliveries d on d.order_id = o.id
    where o.player_id = :playerId and o.is_tried is not false
      and (o.created_at, o.id) < (coalesce(:beforeAt, 'infinity'::timestamptz), coalesce(:beforeId, ''))
    order by o.created_at desc, o.id desc
    limit :limit`,
  params: { playerId: 'int8', beforeAt: 'timestamptz?', beforeId: 'text?', limit: 'int8' },
  row: shownRow,
});

/** JSON of an attempt `a` that a player may see. */
const PAYMENT = `'attempt_id', a.id, 'pay_id', a.pay_id, 'card_brand', a.card_brand, 'card_masked', a.card_masked,
        'reference', coalesce(a.capture_ref, a.gateway_ref)`;

const payment = v.object({
  attempt_id: v.string(),
  pay_id: v.string(),
  card_brand: v.nullable(v.string()),
  card_masked: v.nullable(v.string()),
  reference: v.nullable(v.string()),
});
export type Payment = v.InferOutput<typeof payment>;

/** A player's order with its payment; an overpayment only when nothing else was paid. */
export const proofOfOrder = statement({
  name: 'orders.proof',
  text: `select o.id, ${ORDER_NO}, o.state, o.reason, o.country, o.currency, o.total_minor, o.created_at, o.paid_at,
      ${ARCHIVED_BEFORE}, a.tax_thousandths, a.tax_minor, a.tax_name, coalesce(a.lost_minor, 0)::int8 as lost_minor,
      case when a.id is not null then jsonb_build_object(${PAYMENT}) end as payment
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
    order_no: v.string(),
    state: shownRow.entries.state,
    reason: shownRow.entries.reason,
    country: v.string(),
    currency: v.string(),
    total_minor: v.number(),
    created_at: v.date(),
    paid_at: v.nullable(v.date()),
    archived_before: v.nullable(v.string()),
    /** The payment's tax, in thousandths of a percent and minor units; null: an older release kept none. */
    tax_thousandths: v.nullable(v.number()),
    tax_minor: v.nullable(v.number()),
    tax_name: v.nullable(texts),
    /** Minor units that lost disputes took of the payment. */
    lost_minor: v.number(),
    payment: v.nullable(payment),
  }),
});
export type ProofOfOrder = RowOf<typeof proofOfOrder>;

export const eventsOfOrder = statement({
  name: 'orders.events',
  text: `select e.at, e.event, e.to_state, e.detail ->> 'why' as why,
      coalesce(e.detail ->> 'failure', a.failure) as failure,
      case when a.state = 'SUCCEEDED' and e.to_state = 'SUCCEEDED' then jsonb_build_object(${PAYMENT},
        'amount_minor', a.captured_minor, 'currency', a.currency) end as payment
    from order_events e left join payment_attempts a on a.id = e.attempt_id
    where e.order_id = :orderId order by e.id`,
  params: { orderId: 'text' },
  row: v.object({
    at: v.date(),
    event: v.string(),
    to_state: v.nullable(v.string()),
    why: v.nullable(v.string()),
    failure: v.nullable(v.picklist(['declined', 'insufficient_balance', 'cancelled', 'error'])),
    payment: v.nullable(
      v.object({ ...payment.entries, amount_minor: v.number(), currency: v.string() }),
    ),
  }),
});
export type OrderEvent = RowOf<typeof eventsOfOrder>;
