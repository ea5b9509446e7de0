import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { IS_REFUSED } from './queries.ts';

/**
 * Captured money that bought nothing and that no delivery, refund or loss claims: the ledger's
 * `owed_to_players` without a way back. `refused`: the refund to send again. `is_unearned` is kept
 * by triggers, so that one index holds what is owed now, whatever was refunded before.
 */
export const OWED = `select a.id, a.order_id, a.provider, a.currency,
      case when exists (select from refunds s where s.attempt_id = a.id and s.reason = 'double_payment') then 'came_too_much'
        else 'goods_' || (select d.state from deliveries d where d.order_id = a.order_id) end as why,
      a.captured_minor - a.reserved_minor - a.refunded_minor - a.lost_minor as owed_minor,
      (select r.id from refunds r where r.attempt_id = a.id and ${IS_REFUSED}
        order by r.created_at desc, r.id desc limit 1) as refused,
      coalesce((select max(r.updated_at) from refunds r where r.attempt_id = a.id), a.updated_at) as since
    from payment_attempts a
    where a.is_unearned and a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor`;

const owedRow = {
  ...v.entriesFromList(['id', 'order_id', 'currency', 'why'], v.string()),
  owed_minor: v.number(),
  refused: v.nullable(v.string()),
};

/** The 200 longest owed of all payments, with the count of all. */
export const owedPayments = statement({
  name: 'refunds.owed_payments',
  text: `select id, order_id, currency, why, owed_minor, refused, count(*) over ()::int4 as total_count
    from (${OWED}) as owed order by since, id limit 200`,
  row: v.object({ ...owedRow, total_count: v.number() }),
});

export const owedOfOrder = statement({
  name: 'refunds.owed_of_order',
  text: `select id, order_id, currency, why, owed_minor, refused from (${OWED} and a.order_id = :orderId) as owed
    order by since, id`,
  params: { orderId: 'text' },
  row: v.object(owedRow),
});

/** The overpayment of an order that has not gone back; read under the order's lock. */
export const overpaymentNotReturned = statement({
  name: 'refunds.overpayment_not_returned',
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
