import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { ValuesFor } from '../../platform/db/statement.ts';
import {
  characterToErase,
  deleteOwn,
  eraseFlags,
  eraseMallOrders,
  eraseMessages,
  eraseOrders,
  erasePlayer,
  eraseRequests,
  eraseResends,
  keyOfPlayer,
  pendingBusiness,
} from './queries.ts';

export type Erased =
  | { readonly kind: 'done'; readonly playerId: number }
  | { readonly kind: 'no_such_character' }
  /** A flag would be lost with the name, so an operator clears it first. */
  | { readonly kind: 'flagged' }
  /** Pending business. */
  | { readonly kind: 'under_way'; readonly what: readonly string[] };

/** Keeps orders, payments and ledger without the name, so that sums stay provable (decisions/0020). */
export async function eraseCharacter(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { because, ...character }: ValuesFor<typeof characterToErase> & { readonly because: string },
): Promise<Erased> {
  return ctx.db.transaction(async (tx) => {
    const player = await tx.maybe(characterToErase, character);
    if (player === null) return { kind: 'no_such_character' };
    if (player.is_flagged) return { kind: 'flagged' };
    const open = await tx.many(pendingBusiness, { playerId: player.id });
    if (open.length > 0) {
      return { kind: 'under_way', what: open.map(({ what, count }) => `${count} ${what}`) };
    }
    await erase(tx, player.id, because, ctx.clock.now());
    return { kind: 'done', playerId: player.id };
  });
}

/** Requires the player's row to be locked and no pending business. */
export async function erase(tx: Tx, playerId: number, because: string, now: Date): Promise<void> {
  const character = await tx.one(keyOfPlayer, { playerId });
  // First, because it finds the character in history by the recipients of second mails.
  await tx.one(erasePlayer, { playerId, because, now });
  await tx.run(eraseResends, character);
  const erasures = [eraseMessages, eraseOrders, eraseMallOrders, eraseRequests, eraseFlags];
  for (const each of [...erasures, ...deleteOwn]) await tx.run(each, { playerId });
}
