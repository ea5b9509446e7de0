import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { endOtherSessions } from '../players/queries.ts';
import {
  finishChange,
  dropPassword,
  nextPasswordVersion,
  savePassword,
  type Password,
} from './queries.ts';

/** Ends the character's sessions. @throws Refusal TRY_AGAIN when the password changed meanwhile */
export async function replacePassword(
  ctx: Ctx,
  change: {
    readonly what: 'set' | 'change' | 'remove' | 'reset';
    readonly known: Password;
    /** null: removes the password. */
    readonly hash: string | null;
    /** The session that continues; null: none. */
    readonly keepTokenHash: Buffer | null;
  },
): Promise<void> {
  const { player_id: playerId, password_version: version } = change.known;
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const next = await tx.maybe(nextPasswordVersion, { playerId, passwordVersion: version });
    if (next === null) throw new Refusal('TRY_AGAIN');
    await (change.hash === null
      ? tx.run(dropPassword, { playerId })
      : tx.run(savePassword, { playerId, hash: change.hash, setAt: now }));
    // Runs after the lock, so that a concurrently opened session is seen.
    await tx.run(endOtherSessions, { playerId, keepTokenHash: change.keepTokenHash, endedAt: now });
    await tx.run(finishChange, { playerId, what: change.what, now });
  });
}
