import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

/**
 * The player's other open orders that hold a limited good, or a double, of an order; the newest first. Limits keep them few.
 */
export const openHoldersOf = statement({
  name: 'payments.open_holders_of',
  text: `select o.id from orders o
    where o.player_id = :playerId and o.state = 'open' and o.id <> :orderId
      and exists (
        select from order_items i
        join order_items l on l.order_id = :orderId and l.product_id = i.product_id
        join products p on p.project = o.project and p.product_id = i.product_id
        where i.order_id = o.id and (p.limit_max is not null or (i.sold ? 'doubled' and l.sold ? 'doubled')))
    order by o.created_at desc, o.id`,
  params: { orderId: 'text', playerId: 'int8' },
  row: v.object({ id: v.string() }),
});

/** The player's open orders, which a newer one may replace. */
export const unpaidOrders = statement({
  name: 'payments.unpaid_orders',
  text: `select id from orders where player_id = :playerId and state = 'open' and id <> :exceptOrderId order by id`,
  params: { playerId: 'int8', exceptOrderId: 'text' },
  row: v.object({ id: v.string() }),
});

/**
 * Vouchers of a player: other orders that wait for the payment of a number, or may do so at once; and numbers of any order
 * that were left and can still be paid.
 */
export const payableVouchers = statement({
  name: 'payments.payable_vouchers',
  text: `select
      count(*) filter (where o.id <> :exceptOrderId and o.state in ('open', 'waiting')
        and a.state in ('CREATED', 'SUBMITTING', 'REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN'))::int4 as waiting,
      count(*) filter (where l.payable_until > :now and (a.state = 'EXPIRED' or a.failure = 'cancelled'))::int4 as abandoned
    from orders o join payment_attempts a on a.order_id = o.id
    left join late_queries l on l.attempt_id = a.id
    where o.player_id = :playerId and a.method = 'voucher'`,
  params: { playerId: 'int8', exceptOrderId: 'text', now: 'timestamptz' },
  row: v.object({ waiting: v.number(), abandoned: v.number() }),
});
