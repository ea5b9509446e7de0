import type { Ctx } from '../../context.ts';
import { endOtherSessions } from '../players/sql.ts';
import { noteLogOut, outdateChecks, playersOfCharacter } from './log-out-sql.ts';

export type LoggedOut =
  | { readonly kind: 'done'; readonly hasPassword: boolean }
  | { readonly kind: 'refused'; readonly why: 'no_such_player' }
  /** The character id is used on several servers: one must be named. */
  | { readonly kind: 'several'; readonly servers: readonly string[] };

/**
 * An operator ends every session of a character, and every access link that was made for it and not opened. Its
 * password stays: who knows that, or the id of a character without one, may come in again.
 */
export async function logOutCharacter(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  wanted: {
    readonly project: string;
    readonly cid: string;
    readonly serverId: string | null;
    readonly because: string;
  },
): Promise<LoggedOut> {
  const { project, cid, serverId, because } = wanted;
  const players = await ctx.db.many(playersOfCharacter, [project, cid, serverId]);
  if (players.length > 1) {
    return { kind: 'several', servers: players.map((player) => player.server_id) };
  }
  const [player] = players;
  if (player === undefined) return { kind: 'refused', why: 'no_such_player' };
  await ctx.db.transaction(async (tx) => {
    await tx.run(outdateChecks, [player.id]);
    const now = ctx.clock.now();
    // Statements after the lock: they see the session that was opened while it was waited for.
    await tx.run(endOtherSessions, [player.id, null, now]);
    await tx.run(noteLogOut, [player.id, because, now]);
  });
  return { kind: 'done', hasPassword: player.has_password };
}
