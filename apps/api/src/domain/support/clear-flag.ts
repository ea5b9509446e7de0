import type { Ctx } from '../../context.ts';
import { clearFlags, flaggedByCharacter } from './operator-queries.ts';

export type Cleared =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly why: 'no_such_player' | 'not_flagged' }
  /** The character id is used on several servers: the caller must name one. */
  | { readonly kind: 'several'; readonly servers: readonly string[] };

/** Clears a reviewed player's flags (V07), who may order again; the orders' history records it. */
export async function clearFlag(
  ctx: Ctx,
  wanted: {
    readonly project: string;
    readonly cid: string;
    readonly serverId: string | null;
    readonly because: string;
  },
): Promise<Cleared> {
  return ctx.db.transaction(async (tx) => {
    const players = await tx.many(flaggedByCharacter, {
      project: wanted.project,
      cid: wanted.cid,
      serverId: wanted.serverId,
    });
    if (players.length === 0) return { kind: 'refused', why: 'no_such_player' };
    const flagged = players.filter((player) => player.flagged_at !== null);
    if (flagged.length > 1) {
      return { kind: 'several', servers: flagged.map((player) => player.server_id) };
    }
    const [player] = flagged;
    if (player === undefined) return { kind: 'refused', why: 'not_flagged' };
    await tx.run(clearFlags, {
      playerId: player.id,
      now: ctx.clock.now(),
      because: wanted.because,
    });
    return { kind: 'done' };
  });
}
