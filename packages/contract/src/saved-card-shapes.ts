import * as v from 'valibot';
import { switchText } from './shapes.ts';

const card = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/));

export const cardRequests = {
  /** order/create: a saved card that pays at once; whether the page can ask its payer to keep the card. */
  order: { saved: v.optional(card), asks_to_save: v.optional(switchText, '0') },
  /** recharge/card: the payer agreed in the gateway's form that the card is kept. */
  payment: { save: v.optional(switchText, '0') },
  remove: v.object({ card }),
};

/** A card that its gateway keeps for a character. */
const savedCard = v.object({
  /** The `saved` of order/create. */
  card: v.string(),
  /** The way to pay whose rules it follows. */
  pay_id: v.string(),
  /** As it is written on the card, for example `Visa`. */
  brand: v.string(),
  last4: v.string(),
  /** ms since the epoch: the end of its last month. */
  expires_at: v.number(),
  /** The access password changed since it was kept, or the card has expired: it can only be removed. */
  is_locked: v.boolean(),
});

/**
 * off: no card can be kept here · confirm: there are cards, and this device is to be confirmed first · ready: these are
 * the cards.
 */
export const savedCards = v.object({
  state: v.picklist(['off', 'confirm', 'ready']),
  cards: v.array(savedCard),
});
