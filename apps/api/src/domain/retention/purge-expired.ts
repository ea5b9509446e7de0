import {
  RETAINED,
  RETENTION_DAYS,
  type Retained,
  type RetentionDays,
} from '../../config/retention.ts';
import type { Ctx } from '../../context.ts';
import type { RowOf, ValuesFor } from '../../platform/db/statement.ts';
import {
  purgeAccessEvents,
  purgeCarts,
  purgeDrafts,
  purgeCountries,
  purgeEmptyCarts,
  purgeForms,
  purgeGameNotices,
  purgeMails,
  purgeMessages,
  purgeNotices,
  purgeSessions,
  idlePlayers,
  isStillIdle,
  nextPlayer,
} from './purge-queries.ts';
import { keyOfPlayer, pendingBusiness } from './erase-queries.ts';
import { erase } from './erase-character.ts';

const DAY_MS = 86_400_000;
/** Rows of one batch: a few milliseconds under locks, so that the running shop hardly waits. */
export const BATCH = 1_000;
/** Ids of players that one statement looks through. */
const PLAYERS_AT_ONCE = 5_000;

type Purging = Pick<Ctx, 'db' | 'clock'>;
type Batch = ValuesFor<typeof purgeNotices>;
type Purged = RowOf<typeof purgeNotices>;

const PURGES: Readonly<
  Record<Exclude<Retained, 'players'>, (ctx: Purging, batch: Batch) => Promise<Purged>>
> = {
  sessions: ({ db, clock }, batch) => db.one(purgeSessions, { ...batch, now: clock.now() }),
  notices: async ({ db }, batch) => {
    const { count, next_from: next } = await db.one(purgeNotices, batch);
    const { after, before, limit } = batch;
    const countries = await db.run(purgeCountries, { before, limit });
    return { count: count + countries, next_from: next ?? (countries < limit ? null : after) };
  },
  access: ({ db }, batch) => db.one(purgeAccessEvents, batch),
  carts: async ({ db }, batch) => {
    const { next_from } = await db.one(purgeCarts, batch);
    return { count: await db.run(purgeEmptyCarts, batch), next_from };
  },
  drafts: ({ db }, { before, limit }) => db.one(purgeDrafts, { before, limit }),
  forms: ({ db }, batch) => db.one(purgeForms, batch),
  messages: ({ db }, batch) => db.one(purgeMessages, batch),
  mails: async ({ db }, { after, before, limit }) => {
    const mails = await db.run(purgeMails, { before, limit });
    const told = await db.run(purgeGameNotices, { before, limit });
    return { count: mails + told, next_from: Math.max(mails, told) < limit ? null : after };
  },
};

/**
 * Deletes expired data in batches; returns the count of each kind. Each batch commits, so the next run
 * continues one that was killed, or ended by `signal`.
 */
export async function purgeExpired(
  ctx: Purging,
  days: RetentionDays = RETENTION_DAYS,
  signal?: AbortSignal,
): Promise<Readonly<Record<Retained, number>>> {
  const counts: [Retained, number][] = [];
  for (const kind of RETAINED) counts.push([kind, await purgeKind(ctx, kind, days[kind], signal)]);
  // Verified by the loop: each kind has its count.
  return Object.fromEntries(counts) as Record<Retained, number>;
}

/**
 * Deletes the data of one kind that is older than so many days, in batches that commit alone.
 * @param signal ends it after a batch; a later call continues there
 * @returns the number of deleted rows
 */
export async function purgeKind(
  ctx: Purging,
  kind: Retained,
  days: number,
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(ctx.clock.nowMs() - days * DAY_MS);
  if (kind === 'players') return eraseIdlePlayers(ctx, before, signal);
  let purged = 0;
  let after: Date | null = new Date(0);
  while (after !== null && signal?.aborted !== true) {
    const batch: Purged = await PURGES[kind](ctx, { after, before, limit: BATCH });
    purged += batch.count;
    after = batch.next_from;
  }
  return purged;
}

/** Erases idle players one by one, so that none blocks others; skips pending ones. */
async function eraseIdlePlayers(
  ctx: Purging,
  before: Date,
  signal: AbortSignal | undefined,
): Promise<number> {
  const isStopped = () => signal?.aborted === true;
  let erased = 0;
  let afterId = 0;
  while (!isStopped()) {
    const next = await ctx.db.maybe(nextPlayer, { afterId });
    if (next === null) break;
    const upToId = next.id + PLAYERS_AT_ONCE - 1;
    const found = await ctx.db.many(idlePlayers, { before, afterId, upToId });
    for (const { id } of found) {
      if (isStopped()) break;
      if (await eraseIfIdle(ctx, id, before)) erased += 1;
    }
    afterId = upToId;
  }
  return erased;
}

async function eraseIfIdle(ctx: Purging, playerId: number, before: Date): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    await tx.one(keyOfPlayer, { playerId });
    // Flagged, or with a password or session, since it was selected.
    if (!(await tx.one(isStillIdle, { before, playerId })).is_so) return false;
    if ((await tx.many(pendingBusiness, { playerId })).length > 0) return false;
    // Without orders there are no messages about them.
    await erase(tx, playerId, 'not seen for long', ctx.clock.now());
    return true;
  });
}
