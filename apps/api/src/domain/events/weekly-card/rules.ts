import * as v from 'valibot';
import { givenItem } from '../kind.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/));

const card = <I extends v.GenericSchema>(item: I) => ({
  card_id: id,
  /** Its contents are what comes at once, with the order's own mail. */
  product_id: id,
  /** So much more of every top-up while it is active. */
  boost_percent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  days: count,
  daily: v.pipe(v.array(item), v.minLength(1)),
  /** Bought while it is active, it adds its days; or it is not sold then. */
  again: v.picklist(['adds_days', 'refused']),
});

export const cardFile = v.strictObject({
  cards: v.pipe(
    v.array(v.strictObject(card(v.strictObject({ item_id: id, count })))),
    v.minLength(1),
  ),
});

export const cardRules = v.object({ cards: v.array(v.object(card(givenItem))) });
export type CardRules = v.InferOutput<typeof cardRules>;
