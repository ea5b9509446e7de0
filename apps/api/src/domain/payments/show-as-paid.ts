import { LIVE_ATTEMPT_STATES } from '@webpay/contract/order-states';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { lastAttemptOfOrder, type AttemptRow, priceAsPaid } from './queries.ts';
import type { ResultSource } from './transition-table.ts';

/**
 * Of an order that was priced anew since, and that nothing else paid: its pages show what was paid, which
 * goes back. A try that is still alive keeps its own price.
 */
export async function showAsPaid(
  ctx: Ctx,
  tx: Tx,
  attempt: AttemptRow,
  source: ResultSource,
): Promise<void> {
  const last = await tx.one(lastAttemptOfOrder, { orderId: attempt.order_id });
  if (LIVE_ATTEMPT_STATES.some((live) => live === last.state)) return;
  await tx.run(priceAsPaid, { attemptId: attempt.id, now: ctx.clock.now(), source });
}
