import type { Ctx } from '../../context.ts';
import {
  keyOfPlayer,
  underWay,
  purgeAccessEvents,
  purgeCarts,
  purgeEmptyCarts,
  purgeForms,
  purgeMessages,
  purgeNotices,
  purgeSessions,
  idlePlayers,
  isIdleStill,
} from './queries.ts';
import { erase } from './erase-character.ts';

const DAY_MS = 86_400_000;

/** How many days each kind is kept after it ended. Orders, payments, refunds and books are kept as law asks: for ever here. */
export const RETENTION_DAYS = {
  /** Sessions that ended or ran out. */
  sessions: 30,
  /** What reminders said in the shop. */
  notices: 180,
  /** That a password was set, changed, removed or reset, and that an operator logged a character out. */
  access: 400,
  /** Carts nobody changed. */
  carts: 180,
  /** What a browser needed for a payment that ended. */
  forms: 30,
  /** The texts of gateways' messages that were applied: longer than a bank may still ask. */
  messages: 400,
  /** Characters who never ordered anything, are not flagged, and have no access password. */
  players: 730,
} as const;
export type Kept = keyof typeof RETENTION_DAYS;

/** Deletes what was kept long enough; answers how many of each. */
export async function purgeExpired(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  days: Readonly<Record<Kept, number>> = RETENTION_DAYS,
): Promise<Readonly<Record<Kept, number>>> {
  const { db } = ctx;
  const before = (kind: Kept) => new Date(ctx.clock.nowMs() - days[kind] * DAY_MS);
  await db.many(purgeCarts, { before: before('carts') });
  return {
    sessions: await db.run(purgeSessions, { before: before('sessions') }),
    notices: await db.run(purgeNotices, { before: before('notices') }),
    access: await db.run(purgeAccessEvents, { before: before('access') }),
    carts: await db.run(purgeEmptyCarts, { before: before('carts') }),
    forms: await db.run(purgeForms, { before: before('forms') }),
    messages: await db.run(purgeMessages, { before: before('messages') }),
    players: await forgetPlayers(ctx, before('players')),
  };
}

/** One by one, so that none holds others up; whoever has something under way stays. */
async function forgetPlayers(ctx: Pick<Ctx, 'db' | 'clock'>, before: Date): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const found = await ctx.db.many(idlePlayers, { before });
    const done = await Promise.all(found.map(({ id }) => forgetPlayer(ctx, id, before)));
    const count = done.filter(Boolean).length;
    forgotten += count;
    if (count === 0) return forgotten;
  }
}

async function forgetPlayer(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  playerId: number,
  before: Date,
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    await tx.one(keyOfPlayer, { playerId });
    // Flagged, or with a password or session, since it was found.
    if (!(await tx.one(isIdleStill, { before, playerId })).is_so) return false;
    if ((await tx.many(underWay, { playerId })).length > 0) return false;
    await erase(tx, playerId, 'not seen for long', ctx.clock.now());
    return true;
  });
}
