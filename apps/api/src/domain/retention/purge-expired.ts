import type { Ctx } from '../../context.ts';
import type { RowOf, ValuesFor } from '../../platform/db/statement.ts';
import {
  keyOfPlayer,
  pendingBusiness,
  purgeAccessEvents,
  purgeCarts,
  purgeEmptyCarts,
  purgeForms,
  purgeMessages,
  purgeNotices,
  purgeSessions,
  idlePlayers,
  isStillIdle,
  nextPlayer,
} from './queries.ts';
import { erase } from './erase-character.ts';

const DAY_MS = 86_400_000;

/** Days after the end; orders, payments, refunds and the ledger are retained for ever, as law requires. */
export const RETENTION_DAYS = {
  /** Ended or expired sessions. */
  sessions: 30,
  /** Notices of event reminders. */
  notices: 180,
  /** Password changes and log-outs by an operator. */
  access: 400,
  /** Unchanged carts. */
  carts: 180,
  /** Payment form data of ended payments. */
  forms: 30,
  /** Bodies of applied gateway messages: longer than a bank may ask about them. */
  messages: 400,
  /** Players without orders, flag and access password. */
  players: 730,
} as const;
export type Retained = keyof typeof RETENTION_DAYS;

/** Rows of one batch: a few milliseconds under locks, so that the running shop hardly waits. */
export const BATCH = 1_000;
/** Ids of players that one statement looks through. */
const PLAYERS_AT_ONCE = 5_000;

type Purging = Pick<Ctx, 'db' | 'clock'>;
type Batch = ValuesFor<typeof purgeSessions>;
type Purged = RowOf<typeof purgeSessions>;

const PURGES: Readonly<
  Record<Exclude<Retained, 'players'>, (ctx: Purging, batch: Batch) => Promise<Purged>>
> = {
  sessions: ({ db }, batch) => db.one(purgeSessions, batch),
  notices: ({ db }, batch) => db.one(purgeNotices, batch),
  access: ({ db }, batch) => db.one(purgeAccessEvents, batch),
  carts: async ({ db }, batch) => {
    const { next_from } = await db.one(purgeCarts, batch);
    return { count: await db.run(purgeEmptyCarts, batch), next_from };
  },
  forms: ({ db }, batch) => db.one(purgeForms, batch),
  messages: ({ db }, batch) => db.one(purgeMessages, batch),
};

/**
 * Deletes expired data in batches; returns the count of each kind. Each batch commits, so a run that was killed, or
 * ended by `signal`, goes on in the next one.
 */
export async function purgeExpired(
  ctx: Purging,
  days: Readonly<Record<Retained, number>> = RETENTION_DAYS,
  signal?: AbortSignal,
): Promise<Readonly<Record<Retained, number>>> {
  const purge = (kind: Retained) => purgeKind(ctx, kind, days[kind], signal);
  return {
    sessions: await purge('sessions'),
    notices: await purge('notices'),
    access: await purge('access'),
    carts: await purge('carts'),
    forms: await purge('forms'),
    messages: await purge('messages'),
    players: await purge('players'),
  };
}

/** Deletes the data of one kind that is older than so many days. @returns the number of rows */
async function purgeKind(
  ctx: Purging,
  kind: Retained,
  days: number,
  signal: AbortSignal | undefined,
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
