import type { Ctx } from '../../../context.ts';
import { purgeEndedLinks } from '../queries.ts';
import { purgeUsedLinks } from './queries.ts';

const DAY_MS = 86_400_000;

/** Waits a day after the expiry, because a sandbox's clock may be moved back. */
export async function purgeLinks(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const dayAgo = new Date(ctx.clock.nowMs() - DAY_MS);
  await ctx.db.run(purgeUsedLinks, { before: dayAgo });
  await ctx.db.run(purgeEndedLinks, { before: dayAgo });
}
