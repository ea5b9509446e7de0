import * as v from 'valibot';
import { switchText } from './shapes.ts';

const card = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/));

export const cardRequests = {
  /**
   * order/create: a saved card or wallet that pays at once; whether the page can ask its payer to keep the card; whether the
   * payer of a wallet agreed that it is kept.
   */
  order: {
    saved: v.optional(card),
    asks_to_save: v.optional(switchText, '0'),
    keeps_wallet: v.optional(switchText, '0'),
  },
  /** recharge/card: the payer agreed in the gateway's form that the card is kept. */
  payment: { save: v.optional(switchText, '0') },
  remove: v.object({ card }),
};

/** A card or wallet that its gateway keeps for a character. */
const savedCard = v.object({
  /** The `saved` of order/create. */
  card: v.string(),
  /** The method whose rules it follows. */
  pay_id: v.string(),
  /** Its name beside the sum, `Visa ·· 1111` or `PayPal · m…@example.com`. */
  label: v.string(),
  /** As it is written on the card, for example `Visa`. */
  brand: v.string(),
  /** Empty for a wallet. */
  last4: v.string(),
  /** ms since the epoch: the end of its last month; null: a wallet. */
  expires_at: v.nullable(v.number()),
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
  /** A payment with a wallet may ask its payer whether it is kept; `keeps_wallet` says yes. */
  asks_about_wallet: v.optional(v.boolean()),
});
