import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { IS_REFUSED } from './sql.ts';

/**
 * Payments of which something is still here that bought nothing, and that no delivery, refund or loss
 * has a claim on: the ledger's `owed_to_players` without a way. `refused`: what is to be sent again.
 */
export const OWED = `select a.id, a.order_id, a.provider, a.currency, w.why,
      a.captured_minor - a.reserved_minor - a.refunded_minor - a.lost_minor as owed_minor,
      (select r.id from refunds r where r.attempt_id = a.id and ${IS_REFUSED}
        order by r.created_at desc, r.id desc limit 1) as refused,
      coalesce((select max(r.updated_at) from refunds r where r.attempt_id = a.id), a.updated_at) as since
    from (
      select s.attempt_id, 'came_too_much' as why from refunds s where s.reason = 'double_payment'
      union
      select p.id, 'goods_' || d.state from deliveries d join payment_attempts p on p.order_id = d.order_id
        where d.state in ('rejected', 'cancelled') and p.state = 'SUCCEEDED'
          and not exists (select from refunds s where s.attempt_id = p.id and s.reason = 'double_payment')
    ) w join payment_attempts a on a.id = w.attempt_id
    where a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor`;

export const owedPayments = statement({
  name: 'refunds.owed_payments',
  text: `select id, order_id, currency, why, owed_minor, refused from (${OWED}) as owed
    order by since, id`,
  row: v.object({
    id: v.string(),
    order_id: v.string(),
    currency: v.string(),
    why: v.string(),
    owed_minor: v.number(),
    refused: v.nullable(v.string()),
  }),
});

/** Of an order, what came too much and is still here; decided by under the order's lock. */
export const overpaymentNotReturned = statement({
  name: 'refunds.surplus_still_here',
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
