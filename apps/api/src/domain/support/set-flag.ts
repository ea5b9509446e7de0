import type { Ctx } from '../../context.ts';
import { flagByHand, flaggedByCharacter } from './operator-queries.ts';

export type Flagged =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly why: 'no_such_player' | 'flagged_already' }
  /** The character id is used on several servers: the caller must name one. */
  | { readonly kind: 'several'; readonly servers: readonly string[] };

/** Blocks a player's orders from this moment on (V07): order/create reads the row itself. */
export async function setFlag(
  ctx: Ctx,
  wanted: {
    readonly project: string;
    readonly cid: string;
    readonly serverId: string | null;
    readonly because: string;
  },
): Promise<Flagged> {
  const { project, cid, serverId, because } = wanted;
  return ctx.db.transaction(async (tx) => {
    const players = await tx.many(flaggedByCharacter, { project, cid, serverId });
    if (players.length > 1) {
      return { kind: 'several', servers: players.map((player) => player.server_id) };
    }
    const [player] = players;
    if (player === undefined) return { kind: 'refused', why: 'no_such_player' };
    const flagged = await tx.run(flagByHand, {
      playerId: player.id,
      because,
      now: ctx.clock.now(),
    });
    return flagged === 0 ? { kind: 'refused', why: 'flagged_already' } : { kind: 'done' };
  });
}
