import type pg from 'pg';
import type { Ctx } from '../../apps/api/src/context.ts';
import type { RefundResult } from '../../apps/api/src/gateways/port.ts';
import type { PaidOrder } from './paid-order.ts';

export const NOT_THERE: RefundResult = { kind: 'not_found' };
export const DONE: RefundResult = { kind: 'succeeded', gatewayRef: 'F1' };

/** The shop with a gateway that answers this result to a refund query and receives no refund. */
export function shopBeside(ctx: Ctx, word: RefundResult): Ctx {
  const payermax = {
    ...ctx.gateways.payermax,
    findRefund: async () => word,
    refund: () => Promise.reject(new Error('nothing is sent by an operator’s word')),
    queryRefund: () => Promise.reject(new Error('what failed is only looked for')),
  };
  return { ...ctx, gateways: { ...ctx.gateways, payermax } };
}

/** Refunds of an order, oldest first: `double_payment RESERVED for R…_1`. */
export async function refundLines(pool: pg.Pool, order: PaidOrder): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select reason || ' ' || state || coalesce(' for ' || replaces, '') as line
      from refunds where order_id = $1 order by created_at, id`,
    [order.orderId],
  );
  return rows.map(({ line }) => line);
}
