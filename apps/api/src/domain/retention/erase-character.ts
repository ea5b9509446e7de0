import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import {
  beginErasing,
  characterToErase,
  deleteOwn,
  eraseFlags,
  eraseFromHistory,
  eraseMallOrders,
  eraseMessages,
  eraseOrders,
  erasePlayer,
  eraseRequests,
  eraseResends,
  keyOfPlayer,
  underWay,
} from './queries.ts';

export type Erased =
  | { readonly kind: 'done'; readonly playerId: number }
  | { readonly kind: 'no_such_character' }
  /** Fraud is kept on a ground of its own, and whoever comes again as somebody new would be free of it: an operator clears it first. */
  | { readonly kind: 'flagged' }
  /** Something about it has not ended. */
  | { readonly kind: 'under_way'; readonly what: readonly string[] };

/**
 * Forgets a character: what is only its own is deleted; orders, payments and books stay under a name that says nothing, so
 * that every sum can still be proved (docs/decisions/0020).
 */
export async function eraseCharacter(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  wanted: {
    readonly project: string;
    readonly serverId: string;
    readonly cid: string;
    readonly because: string;
  },
): Promise<Erased> {
  return ctx.db.transaction(async (tx) => {
    const { project, serverId, cid, because } = wanted;
    const player = await tx.maybe(characterToErase, { project, serverId, cid });
    if (player === null) return { kind: 'no_such_character' };
    if (player.is_flagged) return { kind: 'flagged' };
    const open = await tx.many(underWay, { playerId: player.id });
    if (open.length > 0) {
      return { kind: 'under_way', what: open.map(({ what, count }) => `${count} ${what}`) };
    }
    await erase(tx, player.id, because, ctx.clock.now());
    return { kind: 'done', playerId: player.id };
  });
}

/** The player's row is locked and nothing is under way. */
export async function erase(tx: Tx, playerId: number, because: string, now: Date): Promise<void> {
  const { project, server_id, cid } = await tx.one(keyOfPlayer, { playerId });
  await tx.one(beginErasing);
  await tx.run(eraseFromHistory, { project, serverId: server_id, cid });
  await tx.run(eraseResends, { project, serverId: server_id, cid });
  for (const each of [eraseMessages, eraseOrders, eraseMallOrders, eraseRequests, eraseFlags]) {
    await tx.run(each, { playerId });
  }
  for (const each of deleteOwn) await tx.run(each, { playerId });
  await tx.run(erasePlayer, { playerId, because, now });
}
