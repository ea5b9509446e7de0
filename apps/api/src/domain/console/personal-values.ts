import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Queries } from '../../platform/db/pool.ts';
import { cardsOfPlayer } from './player-queries.ts';

const MAX_CARDS = 10;

/** Masked values of a living character, of one order or of all: the cards that paid, each once, the newest payment of each. */
export async function personalValues(
  db: Queries,
  of: { readonly playerId: number; readonly orderId: string | null },
): Promise<ConsoleResult<'player'>['personal']> {
  const cards = await db.many(cardsOfPlayer, { ...of, limit: MAX_CARDS });
  return cards.map(({ id, order_id, card_brand: brand, last_four: lastFour }) => ({
    field: 'card',
    payment_id: id,
    order_id,
    label: brand ?? 'Card',
    masked: `•••••• ••${lastFour}`,
  }));
}
