import * as v from 'valibot';
import { RESOLUTION_KINDS, RESOLUTION_STATES } from './money-back.ts';
import { DELIVERY_STATES } from './order-states.ts';
import { money } from './shapes.ts';

/** F17: what a player asked to be put right; one a calendar year. */
export const resolutionMade = v.object({
  request_id: v.string(),
  state: v.picklist(RESOLUTION_STATES),
  /** The calendar year, UTC, whose request it is. */
  year: v.number(),
});

export const resolutionList = v.object({
  /** Newest first. */
  requests: v.array(
    v.object({
      ...resolutionMade.entries,
      order_id: v.string(),
      kind: v.picklist(RESOLUTION_KINDS),
      text: v.string(),
      created_at: v.number(),
      decided_at: v.nullable(v.number()),
      /** What the operator answered; always there when it was rejected. */
      answer: v.nullable(v.string()),
      /** Approved, money: what goes back. `refused`: the gateway would not, an operator sees to it. */
      refund: v.nullable(
        v.object({
          amount: money,
          state: v.picklist(['on_its_way', 'done', 'refused']),
          at: v.number(),
        }),
      ),
      /** Approved, goods: the second mail. */
      second_mail: v.nullable(
        v.object({
          name: v.string(),
          server_name: v.string(),
          state: v.picklist(DELIVERY_STATES),
          at: v.number(),
        }),
      ),
    }),
  ),
  left_this_year: v.number(),
});
