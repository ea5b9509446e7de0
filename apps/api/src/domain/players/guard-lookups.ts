import type { Ctx } from '../../context.ts';
import { CODES } from '@webpay/contract/codes';
import { Refusal } from '../../errors.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { lookAround } from './queries.ts';
import { countInMinute } from './limit-calls.ts';
import { cidOf } from './look-up-role.ts';

/**
 * Characters nobody asked this shop for before, a minute and project at LIMIT_SCALE 1, from all addresses together. A
 * launch day brings fewer; whoever goes through a game's characters from ten thousand addresses brings more.
 */
export const STRANGERS_PER_PROJECT = 600;
/** Once there were more, everyone is asked for an image code for the rest of the minute and the next one. */
const GUARDED_MS = 60_000;

/**
 * Looks a character up under guard (docs/decisions/0020): whoever asks for one this shop has never seen is counted,
 * whatever the answer, and above the project's budget each look-up wants an image code. Known characters want one too
 * then: who is let through without would be told that he is one.
 * @param prove does what shows that a person asks; called only while the project is guarded
 */
export async function guardLookup<T>(
  ctx: Ctx,
  project: Project,
  wanted: { readonly server_id: string; readonly cid: string },
  prove: () => Promise<void>,
  lookUp: () => Promise<T>,
): Promise<T> {
  const since = new Date(ctx.clock.real().getTime() - GUARDED_MS);
  const cid = cidOf(project, wanted.cid);
  const around = await ctx.db.one(lookAround, {
    project: project.code,
    serverId: wanted.server_id,
    cid,
    windowStart: minuteOf(since),
  });
  if (around.is_guarded) await prove();
  try {
    const found = await lookUp();
    if (!around.is_known) await countStranger(ctx, project.code);
    return found;
  } catch (error) {
    const saysNone = error instanceof Refusal && error.code === CODES.NO_SUCH_CHARACTER;
    if (saysNone && !around.is_known) await countStranger(ctx, project.code);
    throw error;
  }
}

async function countStranger(ctx: Ctx, project: string): Promise<void> {
  ctx.metrics.strangers.inc({ project });
  const strangers = await countInMinute(ctx, `strangers:${project}`);
  if (strangers <= STRANGERS_PER_PROJECT * ctx.config.limitScale) return;
  // The first process to see it says so, once a minute.
  if ((await countInMinute(ctx, `guarded:${project}`)) === 1) {
    raiseAlert(ctx, 'characters_enumerated', { project, strangers });
  }
}

function minuteOf(at: Date): Date {
  return new Date(at.getTime() - (at.getTime() % 60_000));
}
