import { DELIVERY_STATES, ORDER_REASONS, ORDER_STATES } from '@webpay/contract/order-states';
import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { recipient, soldItem } from './sql.ts';

/** What every view of an order shows. */
export const shownColumns = `o.id, o.project, o.player_id, o.source, o.state, o.reason, o.currency, o.total_minor,
  o.recipient, o.created_at, o.expires_at,
  d.state as delivery_state, d.reason as delivery_reason, d.at as delivery_at,
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
        bool_or(r.reason = 'double_payment') as is_surplus
      from refunds r where r.attempt_id = a.id) back
    where a.order_id = o.id and a.state = 'SUCCEEDED' and back.is_surplus), '[]') as surplus,
  (select jsonb_agg(jsonb_build_object(
      'product_id', i.product_id, 'count', i.count, 'unit_minor', i.unit_minor, 'sold', i.sold) order by i.line)
    from order_items i where i.order_id = o.id) as items`;

export const shownRow = v.object({
  id: v.string(),
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
  refunded_at: v.nullable(v.date()),
  /** Of a paid order, the part of its own payment that has gone back; what came on top is no part of it. */
  part_back_minor: v.number(),
  /** Payments that came on top or too late; `back_at`: when all of one had gone back, in ms. */
  surplus: v.array(
    v.object({ amount_minor: v.number(), currency: v.string(), back_at: v.nullable(v.number()) }),
  ),
  items: v.array(
    v.object({
      product_id: v.string(),
      count: v.number(),
      unit_minor: v.number(),
      sold: soldItem,
    }),
  ),
});
export type ShownOrder = v.InferOutput<typeof shownRow>;

export const orderForView = statement({
  name: 'orders.for_view',
  text: `select ${shownColumns}, o.order_key,
      case when o.state = 'waiting' then (
        select jsonb_build_object('url', a.action_url, 'method', a.method) from payment_attempts a
        where a.order_id = o.id and a.state = 'REQUIRES_ACTION' and a.action_url is not null) end as action,
      (select max(a.requested_at) from payment_attempts a
        where a.order_id = o.id and (a.state = 'EXPIRED' or a.failure = 'cancelled')) as given_up_after
    from orders o left join deliveries d on d.order_id = o.id
    where o.id = :orderId`,
  params: { orderId: 'text' },
  row: v.object({
    ...shownRow.entries,
    order_key: v.nullable(v.string()),
    /** Where the one try that is under way waits for its player. */
    action: v.nullable(
      v.object({ url: v.string(), method: v.picklist(['card', 'wallet', 'apple_pay']) }),
    ),
    /** Real time of a request to a gateway whose attempt was given up: its money may still come. */
    given_up_after: v.nullable(v.date()),
  }),
});
export type OrderForView = RowOf<typeof orderForView>;
