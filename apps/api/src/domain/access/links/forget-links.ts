import type { Ctx } from '../../../context.ts';
import { purgeEndedLinks } from '../queries.ts';
import { purgeUsedLinks } from './queries.ts';

const DAY_MS = 86_400_000;

/**
 * Which links were used, and whose were ended, once their own time is over. A sandbox's clock may be moved back: it
 * stays known for a day, which is longer than a link lives.
 */
export async function forgetLinks(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const dayAgo = new Date(ctx.clock.nowMs() - DAY_MS);
  await ctx.db.run(purgeUsedLinks, { before: dayAgo });
  await ctx.db.run(purgeEndedLinks, { before: dayAgo });
}
