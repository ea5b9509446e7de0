import * as v from 'valibot';
import { eventKind, givenItem } from '../events/kind.ts';
import { hasCardReward } from './has-card-reward.ts';

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

const file = v.strictObject({
  cards: v.pipe(
    v.array(v.strictObject(card(v.strictObject({ item_id: id, count })))),
    v.minLength(1),
  ),
});

export const cardRules = v.object({ cards: v.array(v.object(card(givenItem))) });
export type CardRules = v.InferOutput<typeof cardRules>;

/** F10: a card that gives at once, then every day, and more of every top-up while it is active. */
export const weeklyCard = eventKind({
  kind: 'card',
  file,
  rules: cardRules,
  screen: '/activity/card',
  hasSomething: hasCardReward,
  read: async (given, reader) => ({
    cards: given.cards.map((each) => {
      reader.product(each.product_id, 'card');
      return { ...each, daily: each.daily.map(reader.item) };
    }),
  }),
});
