import * as v from 'valibot';
import { RESOLUTION_KINDS, RESOLUTION_STATES } from './money-back.ts';
import { DELIVERY_STATES } from './order-states.ts';
import { money } from './shapes.ts';

/** F17: a resolution request; one per calendar year. */
export const resolutionMade = v.object({
  request_id: v.string(),
  state: v.picklist(RESOLUTION_STATES),
  /** Calendar year (UTC) of the request. */
  year: v.number(),
});

export const resolutionList = v.object({
  requests: v.array(
    v.object({
      ...resolutionMade.entries,
      order_id: v.string(),
      kind: v.picklist(RESOLUTION_KINDS),
      text: v.string(),
      created_at: v.number(),
      decided_at: v.nullable(v.number()),
      /** The operator's answer; present when rejected. */
      answer: v.nullable(v.string()),
      /** Refund of an approved request. `refused`: by the gateway; an operator handles it. */
      refund: v.nullable(
        v.object({
          amount: money,
          state: v.picklist(['on_its_way', 'done', 'refused']),
          at: v.number(),
        }),
      ),
      /** Resend of the goods, when approved. */
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
