import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { endOtherSessions } from '../players/queries.ts';
import { keyedHash, keyedHashes } from './keyed-hash.ts';
import {
  endLinks,
  lockLinksOf,
  noteLogOut,
  failOpenChecks,
  playersOfCharacter,
} from './queries.ts';

type Wanted = {
  readonly project: string;
  /** Written as the game writes it. */
  readonly cid: string;
  readonly serverId: string | null;
  readonly because: string;
};

/**
 * Ends a character's sessions and unopened links, on all servers without one; the password stays. `player` is null for an
 * unknown character, whose links are ended; `several`: its id is used on several servers, and the caller must name one.
 * @param finish the transaction's last statements
 */
export async function logOutCharacter(
  ctx: Pick<Ctx, 'db' | 'clock' | 'catalogue' | 'orderTokenKey'>,
  wanted: Wanted,
  finish?: (tx: Tx) => Promise<void>,
) {
  const { project, cid, serverId, because } = wanted;
  return ctx.db.transaction(async (tx) => {
    await tx.many(lockLinksOf, { characterHashes: characterHashes(ctx, project, cid) });
    // Runs after the lock, so that a player saved by a concurrent link opening is seen.
    const players = await tx.many(playersOfCharacter, { project, cid, serverId });
    if (players.length > 1) {
      return { kind: 'several', servers: players.map((player) => player.server_id) } as const;
    }
    const [player] = players;
    if (player === undefined && !canExist(ctx, wanted)) {
      return { kind: 'refused', why: 'no_such_player' } as const;
    }
    if (player !== undefined) await tx.run(failOpenChecks, { playerId: player.id });
    const now = ctx.clock.now();
    const characterHash = keyedHash(ctx, 'character', project, cid);
    await tx.run(endLinks, { characterHash, serverId, now });
    if (player === undefined) {
      await finish?.(tx);
      return { kind: 'done', player: null } as const;
    }
    await tx.run(endOtherSessions, { playerId: player.id, keepTokenHash: null, endedAt: now });
    await tx.run(noteLogOut, { playerId: player.id, because, now });
    await finish?.(tx);
    return { kind: 'done', player: { hasPassword: player.has_password } } as const;
  });
}

/** Keys of ended links, also of characters that this shop does not know (any more). */
export function characterHashes(ctx: Pick<Ctx, 'orderTokenKey'>, project: string, cid: string) {
  return keyedHashes(ctx, 'character', project, cid);
}

/** Rejects a mistyped server or id, for which ending links would have no effect. */
function canExist({ catalogue }: Pick<Ctx, 'catalogue'>, { project, cid, serverId }: Wanted) {
  const found = catalogue.project(project);
  if (found === null || !found.cidForm.test(cid)) return false;
  return serverId === null || found.servers.has(serverId);
}
