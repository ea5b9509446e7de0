import type { Ctx } from '../../context.ts';
import { endOtherSessions } from '../players/queries.ts';
import { keyedHash } from './keyed-hash.ts';
import { endLinks, lockLinksOf, noteLogOut, outdateChecks, playersOfCharacter } from './queries.ts';

export type LoggedOut =
  /** `player` is null for a character that was never here: its links are ended. */
  | { readonly kind: 'done'; readonly player: { readonly hasPassword: boolean } | null }
  | { readonly kind: 'refused'; readonly why: 'no_such_player' }
  /** The character id is used on several servers: one must be named. */
  | { readonly kind: 'several'; readonly servers: readonly string[] };

type Wanted = {
  readonly project: string;
  /** As its game writes it. */
  readonly cid: string;
  readonly serverId: string | null;
  readonly because: string;
};

/**
 * An operator ends every session of a character, and every access link that was made for it and not opened: without a
 * server those of all servers. Its password stays: who knows that, or the id of a character without one, may come in again.
 */
export async function logOutCharacter(
  ctx: Pick<Ctx, 'db' | 'clock' | 'catalogue' | 'orderTokenKey'>,
  wanted: Wanted,
): Promise<LoggedOut> {
  const { project, cid, serverId, because } = wanted;
  const hash = characterHash(ctx, project, cid);
  return ctx.db.transaction(async (tx) => {
    await tx.one(lockLinksOf, { characterHash: hash });
    // Statements after the lock: they see the player whom a link brought while it was waited for.
    const players = await tx.many(playersOfCharacter, { project, cid, serverId });
    if (players.length > 1) {
      return { kind: 'several', servers: players.map((player) => player.server_id) };
    }
    const [player] = players;
    if (player === undefined && !couldBe(ctx, wanted)) {
      return { kind: 'refused', why: 'no_such_player' };
    }
    if (player !== undefined) await tx.run(outdateChecks, { playerId: player.id });
    const now = ctx.clock.now();
    await tx.run(endLinks, { characterHash: hash, serverId, now });
    if (player === undefined) return { kind: 'done', player: null };
    await tx.run(endOtherSessions, { playerId: player.id, keepTokenHash: null, endedAt: now });
    await tx.run(noteLogOut, { playerId: player.id, because, now });
    return { kind: 'done', player: { hasPassword: player.has_password } };
  });
}

/** Under which it is kept that a character's links are ended: also of one whom nobody here knows any more, or yet. */
export function characterHash(
  ctx: Pick<Ctx, 'orderTokenKey'>,
  project: string,
  cid: string,
): Buffer {
  return keyedHash(ctx, 'character', project, cid);
}

/** Whoever mistypes the server, or an id of another form, is told so and does not believe that links are ended. */
function couldBe({ catalogue }: Pick<Ctx, 'catalogue'>, { project, cid, serverId }: Wanted) {
  const found = catalogue.project(project);
  if (found === null || !found.cidForm.test(cid)) return false;
  return serverId === null || found.servers.has(serverId);
}
