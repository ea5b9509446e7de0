import type pg from 'pg';
import type { Ctx } from '../../apps/api/src/context.ts';
import { bookPaidOutside } from '../../apps/api/src/domain/support/paid-outside.ts';
import type { RefundResult } from '../../apps/api/src/gateways/port.ts';
import { NOT_THERE, shopBeside } from './asked-gateway.ts';
import { endRefund, refundRow, type PaidOrder } from './paid-order.ts';

/** Failed refunds that our bank pays, on a seeded database. */
export function outsideTestOf(built: { readonly ctx: Ctx }, pool: pg.Pool) {
  const beside = (result: RefundResult = NOT_THERE) => shopBeside(built.ctx, result);

  const book = (refundId: string, result: RefundResult = NOT_THERE, allowDelivered = true) =>
    bookPaidOutside(beside(result), {
      refundId,
      bankNumber: `BT ${refundId}`,
      allowSameNumber: false,
      allowDelivered,
      because: 'a bank transfer',
    });

  /** A refund that failed, and that the shop does not send again. @returns its id */
  async function failed(
    order: PaidOrder,
    amount = 499,
    failure = 'method_without_refund',
    refund: Partial<Parameters<typeof refundRow>[2]> = {},
  ): Promise<string> {
    const id = await refundRow(pool, order, { amount, ...refund });
    await endRefund(pool, id, 'FAILED');
    await pool.query(`update refunds set failure = $2 where id = $1`, [id, failure]);
    return id;
  }

  /** Entries of an order about returned money, one line each. */
  async function movedOf({ orderId }: PaidOrder): Promise<string[]> {
    const { rows } = await pool.query<{ line: string }>(
      `select format('%s: %s < %s %s', kind, debit, credit, amount_minor) as line from ledger_entries
        where order_id = $1 and kind not in ('capture', 'delivered', 'refund_reserved', 'refund_released') order by id`,
      [orderId],
    );
    return rows.map(({ line }) => line);
  }

  return { beside, book, failed, movedOf };
}
