import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { endOtherSessions } from '../players/queries.ts';
import {
  closeChange,
  dropPassword,
  nextPasswordVersion,
  savePassword,
  type Password,
} from './queries.ts';

/**
 * Puts another password in the place of the one that was read, or none, and ends the character's sessions.
 * @throws Refusal TRY_AGAIN when it was changed meanwhile
 */
export async function replacePassword(
  ctx: Ctx,
  change: {
    readonly what: 'set' | 'change' | 'remove' | 'reset';
    readonly known: Password;
    /** Null: none any more. */
    readonly hash: string | null;
    /** Of the session that goes on; null: none does. */
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
    // Statements after the lock: they see the session that was opened while it was waited for.
    await tx.run(endOtherSessions, { playerId, keepTokenHash: change.keepTokenHash, endedAt: now });
    await tx.run(closeChange, { playerId, what: change.what, now });
  });
}
