import * as v from 'valibot';
import { money } from './shapes.ts';

/** The calls that a game answers (contract §6): their `params`, and the results of code 200. */

const text = v.pipe(v.string(), v.minLength(1));
const count = v.pipe(v.number(), v.integer(), v.minValue(1));

/** A paid order, for the game's own records; the goods are in the mail's items. */
export const purchase = v.object({
  order_id: text,
  /** The number that the player sees: WP-7F3K-2M5Q-T. */
  order_no: text,
  products: v.array(v.object({ product_id: text, count })),
  /** The whole order's price, tax included. */
  price: money,
  /** When it was paid, in ms since the epoch. */
  paid_at: v.pipe(v.number(), v.integer()),
  /** True: play money of a sandbox. */
  test: v.boolean(),
});
export type Purchase = v.InferOutput<typeof purchase>;

/** Ways in which an order's money is returned. A later version may add kinds: a game answers 200 to one that it does not know. */
export const NOTICE_KINDS = ['refund', 'chargeback'] as const;

/** Returned money of an order, so that the game can act on it. */
export const gameNotice = v.object({
  /** The same refund or chargeback always has the same id: a game acts on it once. */
  notice_id: text,
  kind: v.picklist(NOTICE_KINDS),
  order_id: text,
  order_no: text,
  products: v.array(v.object({ product_id: text, count })),
  /** The whole order's price, as in `purchase`. */
  price: money,
  /** The sum of this refund or chargeback. */
  amount: money,
  /** All that was returned so far, this sum included. Equal to `price`: the player has paid nothing. */
  total: money,
  /** When it was returned, in ms since the epoch. */
  at: v.pipe(v.number(), v.integer()),
  /** True: play money of a sandbox. */
  test: v.boolean(),
});
export type GameNotice = v.InferOutput<typeof gameNotice>;

const mailItem = v.object({ item_id: text, name: v.string(), count });
const mail = [text, text, text, text, v.string(), v.array(mailItem)] as const;

export const GAME_CALLS = {
  role: {
    summary: 'Find a character by server and id.',
    params: v.tuple([text, text]),
    result: v.object({ name: text, level: v.optional(v.pipe(v.number(), v.integer())) }),
  },
  mail: {
    summary: 'Put a mail with goods into a character’s mailbox, once for each key.',
    params: v.union([v.tuple(mail), v.tuple([...mail, purchase])]),
    result: v.object({ mail_id: v.optional(v.union([v.string(), v.number()])) }),
  },
  notice: {
    summary: 'Hear of a refund or a chargeback of an order, once for each `notice_id`.',
    params: v.tuple([text, text, gameNotice]),
    // The game's own number of it.
    result: v.object({ record_id: v.optional(v.union([v.string(), v.number()])) }),
  },
} as const;
export type GameCall = keyof typeof GAME_CALLS;
