import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';

/** Refunds of an order's payments; `is_double`: of an overpayment. */
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
