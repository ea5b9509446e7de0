import type { Ctx } from '../../context.ts';
import { CODES } from '@webpay/contract/codes';
import { Refusal } from '../../errors.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { lookUpStatus } from './queries.ts';
import { countInMinute, minuteOf } from './limit-calls.ts';
import { cidOf } from './look-up-role.ts';

/** Look-ups of unknown characters a minute and project at LIMIT_SCALE 1, over all addresses. */
export const STRANGERS_PER_PROJECT = 600;
/** Above the budget, an image code is required for the rest of the minute and the next one. */
const GUARDED_MS = 60_000;

/**
 * Looks a character up under guard (docs/decisions/0020). Counts unknown characters; above the
 * project's budget each look-up needs an image code: an exception would reveal known ones.
 * @param prove verifies that a person asks; called only while the project is guarded
 */
export async function guardLookup<T>(
  ctx: Ctx,
  project: Project,
  wanted: { readonly server_id: string; readonly cid: string },
  prove: () => Promise<void>,
  lookUp: () => Promise<T>,
): Promise<T> {
  const status = await ctx.db.one(lookUpStatus, {
    project: project.code,
    serverId: wanted.server_id,
    cid: cidOf(project, wanted.cid),
    windowStart: minuteOf(ctx.clock.real().getTime() - GUARDED_MS),
  });
  if (status.is_guarded) await prove();
  try {
    const found = await lookUp();
    if (!status.is_known) await countStranger(ctx, project.code);
    return found;
  } catch (error) {
    const isUnknown = error instanceof Refusal && error.code === CODES.NO_SUCH_CHARACTER;
    if (isUnknown && !status.is_known) await countStranger(ctx, project.code);
    throw error;
  }
}

async function countStranger(ctx: Ctx, project: string): Promise<void> {
  ctx.metrics.strangers.inc({ project });
  const strangers = await countInMinute(ctx, `strangers:${project}`);
  if (strangers <= STRANGERS_PER_PROJECT * ctx.config.limitScale) return;
  // Only the first process alerts, once a minute.
  if ((await countInMinute(ctx, `guarded:${project}`)) === 1) {
    raiseAlert(ctx, 'characters_enumerated', { project, strangers });
  }
}
