import type { Ctx } from '../../context.ts';
import { CODES } from '@webpay/contract/codes';
import { Refusal } from '../../errors.ts';
import { macOf } from '../../platform/keys.ts';
import { raiseAlert, reportLimit } from '../../platform/monitoring/alert.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { countInWindows, lookUpStatus } from './queries.ts';
import { countInMinute } from './limit-calls.ts';
import { cidOf } from './look-up-role.ts';
import {
  guardedSince,
  lookupBudgets,
  windowStart,
  type LookupBudget,
  type LookupCaller,
} from './lookup-budgets.ts';

/**
 * Looks a character up under guard (docs/decisions/0020). Counts unknown characters by network, block and project; above
 * a budget each look-up needs an image code: an exception would reveal known ones.
 * @param prove verifies that a person asks; called only while a budget is used up
 */
export async function guardLookup<T>(
  ctx: Ctx,
  project: Project,
  wanted: { readonly server_id: string; readonly cid: string },
  from: LookupCaller,
  prove: () => Promise<void>,
  lookUp: () => Promise<T>,
): Promise<T> {
  const budgets = lookupBudgets(project, ctx.config.limitScale);
  const keys = budgets.map((budget) => keyOf(ctx, budget, project.code, from));
  const nowMs = ctx.clock.real().getTime();
  const { is_known: isKnown, guarded_by: guardedBy } = await ctx.db.one(lookUpStatus, {
    project: project.code,
    serverId: wanted.server_id,
    cid: cidOf(project, wanted.cid),
    keys,
    since: budgets.map(({ window }) => guardedSince(window, nowMs)),
    limits: budgets.map(({ limit }) => limit),
  });
  const guard = guardedBy === null ? undefined : budgets[guardedBy - 1];
  if (guard !== undefined) {
    reportLimit(ctx, `lookups_${guard.scope}_${guard.window}`);
    await prove();
  }
  const count = () => (isKnown ? undefined : countStranger(ctx, project.code, budgets, keys));
  try {
    const found = await lookUp();
    await count();
    return found;
  } catch (error) {
    if (error instanceof Refusal && error.code === CODES.NO_SUCH_CHARACTER) await count();
    throw error;
  }
}

/** Counters of networks carry a keyed hash: a day of addresses would be personal data. */
function keyOf(
  ctx: Pick<Ctx, 'orderTokenKey'>,
  { scope, window }: LookupBudget,
  project: string,
  from: LookupCaller,
): string {
  if (scope === 'project') return `${window}:strangers:${project}`;
  const network = JSON.stringify(['lookups', scope, from[scope]]);
  const hash = macOf(ctx.orderTokenKey, network).toString('base64url');
  return `${window}:${scope}:${hash}`;
}

async function countStranger(
  ctx: Ctx,
  project: string,
  budgets: readonly LookupBudget[],
  keys: readonly string[],
): Promise<void> {
  ctx.metrics.strangers.inc({ project });
  const nowMs = ctx.clock.real().getTime();
  const windowStarts = budgets.map(({ window }) => windowStart(window, nowMs));
  const counted = await ctx.db.many(countInWindows, { keys, windowStarts });
  const countOf = new Map(counted.map(({ key, calls }) => [key, calls]));
  let isGuarded = false;
  for (const [index, { scope, window, limit }] of budgets.entries()) {
    const strangers = countOf.get(keys[index] ?? '') ?? 0;
    if (strangers <= limit) continue;
    isGuarded ||= scope === 'project';
    // Each count is returned once, so one process alerts once a window. No alert for a network: it may be a carrier.
    if (strangers === limit + 1 && scope !== 'network') {
      raiseAlert(ctx, 'characters_enumerated', { project, scope, window, strangers });
    }
  }
  if (isGuarded) await countInMinute(ctx, `guarded:${project}`);
}
