import * as v from 'valibot';
import { givenItem } from '../../projects/project-data.ts';

/** Rules of an event, as imported and as a coupon stores them; US cents throughout. */
export const bargainRules = v.object({
  coupon: v.object({
    from_minor: v.number(),
    to_minor: v.number(),
    step_minor: v.number(),
    days: v.number(),
  }),
  packs: v.array(
    v.object({
      pack_id: v.string(),
      product_id: v.string(),
      worth_minor: v.number(),
      min_minor: v.number(),
      /** The pack's price before reductions, minor units by currency, including USD. */
      prices: v.record(v.string(), v.number()),
    }),
  ),
  sign_in_minor: v.number(),
  top_up: v.object({ at_least_minor: v.number(), lowers_minor: v.number() }),
  wheel: v.pipe(
    v.array(
      v.object({
        weight: v.number(),
        /** 0: a prize of goods. */
        lowers_minor: v.number(),
        item: v.nullable(givenItem),
        image: v.string(),
      }),
    ),
    v.length(8),
  ),
});
export type BargainRules = v.InferOutput<typeof bargainRules>;
export type PackTerms = BargainRules['packs'][number];
