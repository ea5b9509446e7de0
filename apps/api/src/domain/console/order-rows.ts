import type { OrderRow } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../context.ts';
import { characterOf, inEnglish, methodName } from './names.ts';
import { orderBadges } from './order-badges.ts';
import type { OrderStates } from './order-cause.ts';
import { rowsOfOrders, type RowOfOrder } from './row-queries.ts';

/** Orders for lists, newest first. Their caller has checked that the operator may see them. */
export async function orderRows(ctx: Ctx, orderIds: readonly string[]): Promise<OrderRow[]> {
  if (orderIds.length === 0) return [];
  const rows = await ctx.db.many(rowsOfOrders, { orderIds });
  return rows.map((row) => orderRow(ctx, row));
}

function orderRow(ctx: Ctx, row: RowOfOrder): OrderRow {
  const { badges, note } = orderBadges(statesOf(row));
  return {
    id: row.id,
    order_no: row.order_no,
    created_at: row.created_at.getTime(),
    goods: (row.goods ?? []).map(({ name, count }) => ({
      name: inEnglish(ctx, row.project, name),
      count,
    })),
    character: characterOf(ctx, row),
    total: { minor: row.total_minor, currency: row.currency },
    method: methodOf(ctx, row),
    country: row.country,
    badges: [...badges],
    mail_after_ms: mailAfter(row),
    note,
  };
}

export function statesOf(row: RowOfOrder): OrderStates {
  return {
    state: row.state,
    reason: row.reason,
    attempt: row.attempt_state,
    mail:
      row.mail_state === null
        ? null
        : {
            state: row.mail_state,
            reason: row.mail_reason,
            isHeld: row.is_held,
            isParked: row.is_parked,
          },
    currency: row.currency,
    captured: row.captured_minor,
    reserved: row.reserved_minor,
    refunded: row.refunded_minor,
    lost: row.lost_minor,
    isRefundRefused: row.is_refund_refused,
    hasOverpayment: row.has_overpayment,
    hadOverpayment: row.had_overpayment,
    disputes: row.disputes,
    quarantined: row.quarantined,
  };
}

function methodOf(ctx: Ctx, row: RowOfOrder): OrderRow['method'] {
  const { pay_id: payId, last_four: lastFour } = row;
  if (payId === null) return null;
  return { name: methodName(ctx, { ...row, pay_id: payId }), last_four: lastFour };
}

/** Two clocks may tick between the payment and the game's answer, so it is never below zero. */
function mailAfter({ delivery_state: state, delivery_at: at, paid_at: paidAt }: RowOfOrder) {
  if (state !== 'delivered' || at === null || paidAt === null) return null;
  return Math.max(0, at.getTime() - paidAt.getTime());
}
