import {
  ATTEMPT_STATES,
  DELIVERY_STATES,
  ORDER_REASONS,
  ORDER_STATES,
} from '@webpay/contract/order-states';
import { DISPUTE_STATES } from '@webpay/contract/money-back';
import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { ORDER_NO } from '../orders/columns.ts';
import { IS_REFUSED } from '../refunds/queries.ts';

const texts = v.record(v.string(), v.string());

/** Money that came for an order which was paid already. */
const isOverpayment = (attempt: string) =>
  `exists (select from refunds twice where twice.attempt_id = ${attempt} and twice.reason = 'double_payment')`;

/** Orders as lists show them, newest first, with their states around. An erased character's row has no name left. */
export const rowsOfOrders = statement({
  name: 'console.rows_of_orders',
  text: `select o.id, ${ORDER_NO}, o.project, o.player_id, o.state, o.reason, o.country, o.currency, o.total_minor, o.created_at,
      o.paid_at, coalesce(o.recipient ->> 'server_id', '') as server_id, coalesce(o.recipient ->> 'server_name', '') as server_name,
      coalesce(o.recipient ->> 'cid', '') as cid, coalesce(o.recipient ->> 'name', '') as name,
      (select jsonb_agg(jsonb_build_object('name', coalesce(i.sold -> 'name', '{}'), 'count', i.count) order by i.line)
        from order_items i where i.order_id = o.id) as goods,
      a.pay_id, a.method, a.card_brand, right(a.card_masked, 4) as last_four,
      d.state as delivery_state, d.at as delivery_at, last.state as attempt_state,
      mail.state as mail_state, mail.reason as mail_reason, coalesce(mail.is_held, false) as is_held,
      coalesce(mail.is_parked, false) as is_parked,
      coalesce(money.captured, 0) as captured_minor, coalesce(money.reserved, 0) as reserved_minor,
      coalesce(money.refunded, 0) as refunded_minor, coalesce(money.lost, 0) as lost_minor,
      coalesce(money.has_overpayment, false) as has_overpayment, coalesce(money.overpaid, 0) > 0 as had_overpayment,
      exists (select from refunds r where r.order_id = o.id and ${IS_REFUSED} and not ${isOverpayment('r.attempt_id')})
        as is_refund_refused,
      coalesce((select array_agg(c.state order by c.opened_at) from disputes c where c.order_id = o.id), '{}') as disputes,
      (select count(*) from payment_attempts p join quarantine q on q.attempt_id = p.id
        where p.order_id = o.id and q.settled_at is null)::int4 as quarantined
    from orders o
      left join deliveries d on d.order_id = o.id
      left join lateral (
        select * from payment_attempts p where p.order_id = o.id
        order by p.state = 'SUCCEEDED' desc, p.n desc limit 1) a on true
      left join lateral (
        select p.state from payment_attempts p where p.order_id = o.id order by p.n desc limit 1) last on true
      left join lateral (
        select given.state, given.reason, m.held_since is not null as is_held,
          m.parked_at is not null and m.ended_at is null as is_parked
        from (
          select s.id, s.state, s.reason, 1 as place, s.created_at from resends s
            where s.order_id = o.id and s.state not in ('rejected', 'cancelled')
          union all select d.id, d.state, d.reason, 2, d.created_at where d.id is not null) as given
        left join outbox_mails m on m.id = given.id
        order by given.place, given.created_at desc limit 1) mail on true
      left join lateral (
        select sum(p.captured_minor) filter (where not p.is_over)::int8 as captured,
          sum(p.reserved_minor) filter (where not p.is_over)::int8 as reserved,
          sum(p.refunded_minor) filter (where not p.is_over)::int8 as refunded,
          sum(p.lost_minor) filter (where not p.is_over)::int8 as lost,
          bool_or(p.is_over and p.captured_minor > p.refunded_minor + p.lost_minor) as has_overpayment,
          sum(p.captured_minor) filter (where p.is_over)::int8 as overpaid
        from (select a.*, ${isOverpayment('a.id')} as is_over from payment_attempts a
          where a.order_id = o.id and a.state = 'SUCCEEDED') as p) money on true
    where o.id = any(:orderIds)
    order by o.created_at desc, o.id desc`,
  params: { orderIds: 'text[]' },
  row: v.object({
    ...v.entriesFromList(
      [
        'id',
        'order_no',
        'project',
        'country',
        'currency',
        'server_id',
        'server_name',
        'cid',
        'name',
      ],
      v.string(),
    ),
    player_id: v.number(),
    state: v.picklist(ORDER_STATES),
    reason: v.nullable(v.picklist(ORDER_REASONS)),
    ...v.entriesFromList(
      [
        'total_minor',
        'captured_minor',
        'reserved_minor',
        'refunded_minor',
        'lost_minor',
        'quarantined',
      ],
      v.number(),
    ),
    created_at: v.date(),
    paid_at: v.nullable(v.date()),
    goods: v.nullable(v.array(v.object({ name: texts, count: v.number() }))),
    /** From the paid attempt, else from the last one. */
    ...v.entriesFromList(['pay_id', 'method', 'card_brand', 'last_four'], v.nullable(v.string())),
    /** From the last attempt. */
    attempt_state: v.nullable(v.picklist(ATTEMPT_STATES)),
    delivery_state: v.nullable(v.picklist(DELIVERY_STATES)),
    delivery_at: v.nullable(v.date()),
    /** The newest resend that is neither refused nor cancelled, otherwise the delivery. */
    mail_state: v.nullable(v.picklist(DELIVERY_STATES)),
    mail_reason: v.nullable(v.picklist(['mailbox_full', 'maintenance', 'error'])),
    ...v.entriesFromList(
      ['is_held', 'is_parked', 'has_overpayment', 'had_overpayment', 'is_refund_refused'],
      v.boolean(),
    ),
    disputes: v.array(v.picklist(DISPUTE_STATES)),
  }),
});
export type RowOfOrder = RowOf<typeof rowsOfOrders>;
