import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../../context.ts';
import { countApprovals } from '../../actions/approvals.ts';
import { hasSecondPerson, readStaff } from '../../actions/confirmers.ts';
import { missingPermission, type Operator } from '../../operators/operator.ts';
import { openDifferencesSeen } from '../reconciliation/reconciliation-queries.ts';
import { scopeOf } from '../scope.ts';
import { queueCounts } from './count-queries.ts';

/** Rows of a kind that a number beside a queue counts at most. */
const MAX_COUNTED = 1_000;
/** Younger results are asked for by the shop within seconds. */
export const UNRESOLVED_AFTER_MS = 60_000;
/** Ended payments: the shop asks once more after the gateway's order is over. */
export const LATE_AFTER_MS = 600_000;

/** Counts what waits for an operator in each queue, up to 1,000 of a kind. */
export async function countQueues(
  ctx: Ctx,
  operator: Operator,
  { project }: { readonly project?: string | undefined },
): Promise<ConsoleResult<'queues'>> {
  const staff = await readStaff(ctx.db);
  const projects = scopeOf(operator, project);
  return {
    ...(await countWaiting(ctx, projects)),
    differences: await countDifferences(ctx, operator, projects),
    approvals: await countApprovals(ctx, operator, project, staff),
    has_second_person: hasSecondPerson(ctx, staff),
  };
}

async function countDifferences(
  { db }: Ctx,
  operator: Operator,
  projects: readonly string[] | null,
): Promise<number> {
  if (missingPermission(operator, 'books.read') !== null) return 0;
  return (await db.one(openDifferencesSeen, { projects, most: MAX_COUNTED })).open;
}

/** The counts that are the same for every operator who sees these projects. */
export async function countWaiting(ctx: Ctx, projects: readonly string[] | null) {
  const counts = await ctx.db.one(queueCounts, {
    projects,
    before: unresolvedBefore(ctx),
    lateBefore: lateBefore(ctx),
    most: MAX_COUNTED,
  });
  const { payments, refund_results: refunds, late, results, parked, resends } = counts;
  return {
    requests: counts.requests,
    unresolved: payments + refunds + late + results,
    deliveries: parked + resends + counts.event_mails + counts.notices,
    refunds: counts.refused + counts.owed,
    disputes: counts.disputes,
  };
}

/** In real time. */
export function unresolvedBefore({ clock }: Ctx): Date {
  return new Date(clock.real().getTime() - UNRESOLVED_AFTER_MS);
}

/** In the shop's time. */
export function lateBefore({ clock }: Ctx): Date {
  return new Date(clock.nowMs() - LATE_AFTER_MS);
}
