import type { Ctx } from '../../context.ts';
import { gatewayOf } from '../../gateways/accounts.ts';
import type { GatewayResult } from '../../gateways/port.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { canBeAsked } from './gateway-attempt.ts';
import type { AttemptRow } from './queries.ts';
import { insertLateQuery, lateQueryOf, postponeLateQuery, removeLateQuery } from './due-queries.ts';
import { codeEnd } from './voucher.ts';
import { isFinalAfterEnd, lateQueryAt, payableUntil } from './rules.ts';

/** Queries go on daily at the end; a longer pause was none of the gateway's silence. */
const MAX_BETWEEN_ANSWERS_MS = 2 * 86_400_000;

/** Schedules the first query of an attempt that ends here and may still be paid at its gateway. */
export async function askLater(ctx: Ctx, tx: Tx, attempt: AttemptRow): Promise<void> {
  if (!canBeAsked(attempt)) return;
  const nowMs = ctx.clock.nowMs();
  const { id: attemptId, method, provider } = attempt;
  // PayPal takes no closing time for the page of a local method, which may outlive our own.
  const isOpenPage = method === 'redirect' && provider === 'paypal';
  const hasOwnLife = method === 'voucher' || method === 'qr' || isOpenPage;
  const own = hasOwnLife && attempt.submitted_at !== null ? codeEnd(ctx, attempt) : null;
  const until =
    own === null || (isOpenPage && own < payableUntil(attempt, nowMs))
      ? payableUntil(attempt, nowMs)
      : own;
  const dueAt = lateQueryAt(nowMs, until.getTime());
  if (dueAt === null) return;
  await tx.run(insertLateQuery, { attemptId, provider, dueAt, payableUntil: until });
}

/** After a query of a locked ended attempt: no more queries, or the next one. */
export async function scheduleLateQuery(
  ctx: Ctx,
  tx: Tx,
  attempt: AttemptRow,
  result: GatewayResult['kind'],
): Promise<void> {
  const { id: attemptId } = attempt;
  const scheduled = await tx.maybe(lateQueryOf, { attemptId });
  if (scheduled === null) return;
  const nowMs = ctx.clock.nowMs();
  const realNowMs = ctx.clock.real().getTime();
  const payableUntilMs = scheduled.payable_until.getTime();
  const isFinal = isFinalAfterEnd(attempt, result, { nowMs, realNowMs, payableUntilMs });
  // Without the account nobody was asked: its days do not count, and once it is back, it is asked more than once.
  const isMissing = gatewayOf(ctx.gateways, attempt).isMissing === true;
  const { answered_at: answeredAt } = scheduled;
  const isEnding =
    !isMissing && answeredAt !== null && nowMs - answeredAt.getTime() < MAX_BETWEEN_ANSWERS_MS;
  const dueAt = isFinal ? null : lateQueryAt(nowMs, payableUntilMs, isEnding);
  if (dueAt !== null) {
    await tx.run(postponeLateQuery, {
      attemptId,
      dueAt,
      answeredAt: isMissing ? answeredAt : ctx.clock.now(),
    });
    return;
  }
  await tx.run(removeLateQuery, { attemptId });
  // Only this names the attempt from now on: it is not queried again.
  if (!isFinal) {
    raiseAlert(ctx, 'late_payment_given_up', {
      attempt: attemptId,
      order: attempt.order_id,
      word: result,
    });
  }
}
