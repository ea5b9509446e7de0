import type { Ctx } from '../../context.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { giveUpUnsent, purgeMessages, switchFull } from './queries.ts';
import { GIVE_UP_AFTER_MS, MAX_WAITING } from './rules.ts';
import { WEBHOOK_KEPT_DAYS } from '@webpay/contract/console/webhooks';

const DAY_MS = 86_400_000;
/** Rows that one look changes or deletes; the next one, a minute later, takes more. */
const BATCH = 5_000;

/** Holds the bounds of messages: those that wait for one endpoint, their age, and the time that ended ones are kept. */
export async function watchEndpoints(ctx: Ctx, most = MAX_WAITING): Promise<void> {
  const realNow = ctx.clock.real();
  const nowMs = realNow.getTime();
  for (const { id, name } of await ctx.db.many(switchFull, { realNow, most })) {
    raiseAlert(ctx, 'webhook_full', { endpoint: name, id, most });
  }
  const before = new Date(nowMs - GIVE_UP_AFTER_MS);
  const unsent = await ctx.db.run(giveUpUnsent, { before, realNow, limit: BATCH });
  if (unsent > 0) raiseAlert(ctx, 'webhook_given_up', { count: unsent, why: 'off' });
  const keptFrom = new Date(nowMs - WEBHOOK_KEPT_DAYS * DAY_MS);
  await ctx.db.run(purgeMessages, { before: keptFrom, limit: BATCH });
}
