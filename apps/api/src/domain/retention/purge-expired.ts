import type { Ctx } from '../../context.ts';
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

/** Deletes expired data; returns the count of each kind. */
export async function purgeExpired(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  days: Readonly<Record<Retained, number>> = RETENTION_DAYS,
): Promise<Readonly<Record<Retained, number>>> {
  const { db } = ctx;
  const old = (kind: Retained) => ({ before: new Date(ctx.clock.nowMs() - days[kind] * DAY_MS) });
  await db.many(purgeCarts, old('carts'));
  return {
    sessions: await db.run(purgeSessions, old('sessions')),
    notices: await db.run(purgeNotices, old('notices')),
    access: await db.run(purgeAccessEvents, old('access')),
    carts: await db.run(purgeEmptyCarts, old('carts')),
    forms: await db.run(purgeForms, old('forms')),
    messages: await db.run(purgeMessages, old('messages')),
    players: await eraseIdlePlayers(ctx, old('players').before),
  };
}

/** Erases idle players one by one, so that none blocks others; skips pending ones. */
async function eraseIdlePlayers(ctx: Pick<Ctx, 'db' | 'clock'>, before: Date): Promise<number> {
  let erased = 0;
  for (;;) {
    const found = await ctx.db.many(idlePlayers, { before });
    const done = await Promise.all(found.map(({ id }) => eraseIfIdle(ctx, id, before)));
    if (!done.includes(true)) return erased;
    erased += done.filter(Boolean).length;
  }
}

async function eraseIfIdle(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  playerId: number,
  before: Date,
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    await tx.one(keyOfPlayer, { playerId });
    // Flagged, or with a password or session, since it was selected.
    if (!(await tx.one(isStillIdle, { before, playerId })).is_so) return false;
    if ((await tx.many(pendingBusiness, { playerId })).length > 0) return false;
    await erase(tx, playerId, 'not seen for long', ctx.clock.now());
    return true;
  });
}
