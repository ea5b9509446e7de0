import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { endOtherSessions } from '../players/queries.ts';
import type { ValuesFor } from '../../platform/db/statement.ts';
import {
  characterToErase,
  deleteOwn,
  eraseApprovals,
  eraseCards,
  eraseDecidedApprovals,
  eraseFlags,
  eraseMallOrders,
  eraseMessages,
  eraseOrders,
  erasePlayer,
  eraseReasons,
  eraseReasonsElsewhere,
  eraseRequests,
  eraseResends,
  firstOrder,
  keyOfPlayer,
  pendingBusiness,
} from './erase-queries.ts';

export type Erased = { readonly kind: 'done'; readonly playerId: number } | NotErased;
export type NotErased =
  | { readonly kind: 'no_such_character' }
  /** A flag would be lost with the name, so an operator clears it first. */
  | { readonly kind: 'flagged' }
  /** Pending business. */
  | { readonly kind: 'under_way'; readonly what: readonly string[] };

/** Messages that one statement looks through for a player's orders. */
const MESSAGES_AT_ONCE = 2_000;

/** A place in the messages, ordered by when they were applied; null: the player has no order. */
export type Cursor = { readonly at: string; readonly id: number } | null;

type Character = ValuesFor<typeof characterToErase>;

/**
 * Erases a character's personal data; orders, payments and ledger stay, so that sums stay provable (decisions/0020).
 * Gateway messages are emptied first, in batches; a killed run is repeated.
 */
export async function eraseCharacter(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { because, ...character }: Character & { readonly because: string },
): Promise<Erased> {
  const begun = await eraseMessagesFirst(ctx, character);
  if (begun.kind !== 'ready') return begun;
  return eraseNow(ctx, { ...character, because }, begun.cursor, () => Promise.resolve());
}

/** Empties the gateway messages about a character that may be erased, in batches. */
export async function eraseMessagesFirst(
  { db }: Pick<Ctx, 'db'>,
  character: Character,
): Promise<NotErased | { readonly kind: 'ready'; readonly cursor: Cursor }> {
  const ready = await db.transaction((tx) => playerToErase(tx, character));
  if (ready.kind !== 'ready') return ready;
  const { playerId } = ready;
  return {
    kind: 'ready',
    cursor: await emptyMessages(db, playerId, await startOf(db, playerId)),
  };
}

/**
 * Erases a character in one transaction.
 * @param cursor of `eraseMessagesFirst`; `planned`: a dry run, whose `finish` must throw
 * @param finish the last statement
 */
export async function eraseNow(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { because, ...character }: Character & { readonly because: string },
  cursor: Cursor | 'planned',
  finish: (tx: Tx) => Promise<void>,
): Promise<Erased> {
  return db.transaction(async (tx) => {
    const player = await playerToErase(tx, character);
    if (player.kind !== 'ready') return player;
    const { playerId } = player;
    // Messages that were applied meanwhile.
    if (cursor !== 'planned') {
      await emptyMessages(tx, playerId, cursor ?? (await startOf(tx, playerId)));
    }
    await erase(tx, playerId, because, clock.now());
    await finish(tx);
    if (cursor === 'planned') throw new Error('a dry run must roll back');
    return { kind: 'done', playerId };
  });
}

async function playerToErase(
  tx: Tx,
  character: Character,
): Promise<NotErased | { readonly kind: 'ready'; readonly playerId: number }> {
  const player = await tx.maybe(characterToErase, character);
  if (player === null) return { kind: 'no_such_character' };
  if (player.is_flagged) return { kind: 'flagged' };
  const open = await tx.many(pendingBusiness, { playerId: player.id });
  if (open.length > 0) {
    return { kind: 'under_way', what: open.map(({ what, count }) => `${count} ${what}`) };
  }
  return { kind: 'ready', playerId: player.id };
}

async function startOf(tx: Pick<Tx, 'maybe'>, playerId: number): Promise<Cursor> {
  const first = await tx.maybe(firstOrder, { playerId });
  return first === null ? null : { at: first.at, id: 0 };
}

/** Empties the messages about a player's orders after the cursor. @returns the cursor of the last one */
async function emptyMessages(
  tx: Pick<Tx, 'maybe'>,
  playerId: number,
  from: Cursor,
): Promise<Cursor> {
  let cursor = from;
  while (cursor !== null) {
    const after = { afterAt: cursor.at, afterId: cursor.id };
    const last: Cursor = await tx.maybe(eraseMessages, {
      playerId,
      ...after,
      limit: MESSAGES_AT_ONCE,
    });
    if (last === null) break;
    cursor = last;
  }
  return cursor;
}

/** Clears the reason of an operator step that closes an erased character's last item, in that step's transaction. */
export async function eraseLateReasons(tx: Tx, playerId: number): Promise<void> {
  await tx.one(eraseReasonsElsewhere, { playerId });
  await tx.run(eraseReasons, { playerId });
  await tx.run(eraseDecidedApprovals, { playerId });
}

/** Requires the player's row to be locked, no pending business, and empty gateway messages. */
export async function erase(tx: Tx, playerId: number, because: string, now: Date): Promise<void> {
  const character = await tx.one(keyOfPlayer, { playerId });
  // Must run before the resends lose their recipients, by which it finds history.
  await tx.one(erasePlayer, { playerId, because, now });
  await tx.one(eraseReasonsElsewhere, { playerId });
  await tx.run(eraseResends, character);
  const emptied = [eraseOrders, eraseMallOrders, eraseRequests, eraseFlags];
  const erasures = [...emptied, eraseCards, eraseApprovals, eraseReasons];
  for (const each of [...erasures, ...deleteOwn]) await tx.run(each, { playerId });
  // Ended, not deleted: without its row, an offered token could begin its session again and recreate the character.
  await tx.run(endOtherSessions, { playerId, keepTokenHash: null, endedAt: now });
}
