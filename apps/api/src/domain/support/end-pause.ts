import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { forgetGuessesOfPlayer } from '../access/guess-queries.ts';
import { forgetDeclines, savePardon } from '../declines/queries.ts';
import { flaggedByCharacter } from './operator-queries.ts';
import { refused } from './rules.ts';

/**
 * Forgets the declines of a reviewed character and of its cards, so that it may pay at once (docs/decisions/0034), and
 * the wrong guesses at its password and codes, so that its player may enter at once (docs/decisions/0035).
 * `several`: the character id is used on several servers, and the caller must name one.
 */
export async function endPause(
  ctx: Ctx,
  wanted: {
    readonly project: string;
    readonly cid: string;
    readonly serverId: string | null;
    readonly because: string;
  },
  /** The transaction's last statements. */
  finish?: (tx: Tx) => Promise<void>,
) {
  const { because, ...character } = wanted;
  return ctx.db.transaction(async (tx) => {
    const players = await tx.many(flaggedByCharacter, character);
    if (players.length > 1) {
      return { kind: 'several', servers: players.map((player) => player.server_id) } as const;
    }
    const [player] = players;
    if (player === undefined) return refused('no_such_player');
    await tx.many(forgetDeclines, { playerId: player.id });
    await tx.run(forgetGuessesOfPlayer, { playerId: player.id });
    const { project } = wanted;
    await tx.run(savePardon, { playerId: player.id, project, because, now: ctx.clock.now() });
    await finish?.(tx);
    return { kind: 'done' } as const;
  });
}
