import type { Ctx } from '../../../context.ts';
import { purgeEndedLinks } from '../queries.ts';
import { purgeUsedLinks } from './queries.ts';

const DAY_MS = 86_400_000;

/**
 * Deletes used and ended links a day after their expiry, which covers a sandbox's clock that is
 * moved back.
 */
export async function purgeLinks(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const dayAgo = new Date(ctx.clock.nowMs() - DAY_MS);
  await ctx.db.run(purgeUsedLinks, { before: dayAgo });
  await ctx.db.run(purgeEndedLinks, { before: dayAgo });
}
