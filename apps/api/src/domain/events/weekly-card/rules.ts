import * as v from 'valibot';
import { count, id } from '../kind.ts';
import { atLeastOne } from '../../projects/catalogue-shape.ts';
import { givenItem } from '../../projects/project-data.ts';

const card = <I extends v.GenericSchema>(item: I) => ({
  card_id: id,
  /** Its contents are delivered at once, with the order's own mail. */
  product_id: id,
  /** Percentage added to every top-up while it is active. */
  boost_percent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  days: count,
  daily: atLeastOne(item),
  /** Whether a purchase while it is active adds days or is refused. */
  again: v.picklist(['adds_days', 'refused']),
});

export const cardFile = v.strictObject({
  cards: atLeastOne(v.strictObject(card(v.strictObject({ item_id: id, count })))),
});

export const cardRules = v.object({ cards: v.array(v.object(card(givenItem))) });
export type CardRules = v.InferOutput<typeof cardRules>;
