import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Queries } from '../../platform/db/pool.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { deviceConfirmedAt, savedCardsOfPlayer } from './player-queries.ts';

/** A character keeps five; the others are on their way out. */
const MAX_CARDS = 20;

type Cards = Pick<ConsoleResult<'player'>, 'saved_cards' | 'device_confirmed_at'>;

/** Saved cards of a living character, masked, and when a device of it was last confirmed for them. */
export async function savedCardsFile(
  db: Queries,
  { playerId, now }: { readonly playerId: number; readonly now: Date },
): Promise<Cards> {
  const rows = await db.many(savedCardsOfPlayer, { playerId, limit: MAX_CARDS });
  const device = await db.maybe(deviceConfirmedAt, { playerId });
  return {
    saved_cards: rows.map((row) => ({
      brand: row.brand,
      masked: row.last4 === null ? row.account : `•••• ${row.last4}`,
      state: stateOf(row, now),
      saved_at: row.agreed_at.getTime(),
      used_at: row.used_at?.getTime() ?? null,
      expires_at: row.expires_at?.getTime() ?? null,
      order_id: row.order_id,
    })),
    device_confirmed_at: device?.at?.getTime() ?? null,
  };
}

function stateOf(
  { state, is_of_password: isOfPassword, expires_at: expiresAt }: RowOf<typeof savedCardsOfPlayer>,
  now: Date,
): Cards['saved_cards'][number]['state'] {
  if (state === 'agreed') return 'being_saved';
  if (state === 'removing') return 'removing';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return isOfPassword ? 'usable' : 'locked';
}
