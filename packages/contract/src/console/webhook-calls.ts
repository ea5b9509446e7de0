import * as v from 'valibot';
import { define, empty, id } from './inputs.ts';
import { possibleStep, projectName, time } from './shapes.ts';
import { WEBHOOK_MESSAGE_STATES, WEBHOOK_STATES, WEBHOOK_TYPES } from './webhooks.ts';

export const WEBHOOK_CALLS = {
  webhooks: define(
    empty,
    v.object({
      /** Usable ones by name, without their secrets. */
      items: v.array(
        v.object({
          id: v.string(),
          name: v.string(),
          url: v.string(),
          types: v.array(v.picklist(WEBHOOK_TYPES)),
          /** Empty: all. */
          projects: v.array(projectName),
          /** The person who asked for it. */
          by: v.string(),
          created_at: time,
          state: v.picklist(WEBHOOK_STATES),
          state_at: time,
          last_taken_at: v.nullable(time),
          /** The first failed try since the last success; null: none failed. */
          failing_since: v.nullable(time),
          /** Messages that wait, up to 1,000. */
          waiting: v.number(),
          /** Messages of the last 30 days that were given up, up to 1,000. */
          given_up: v.number(),
          steps: v.array(possibleStep),
        }),
      ),
      may_make: v.boolean(),
    }),
  ),
  webhookMessages: define(
    v.object({ id, state: v.optional(v.literal('given_up')) }),
    v.object({
      name: v.string(),
      /** At most 50. */
      items: v.array(
        v.object({
          id: v.number(),
          /** The same at each try. */
          event_id: v.string(),
          type: v.string(),
          order_id: v.nullable(v.string()),
          order_no: v.nullable(v.string()),
          created_at: time,
          state: v.picklist(WEBHOOK_MESSAGE_STATES),
          tries: v.number(),
          /** The answer of the last try; null: there was none. */
          status: v.nullable(v.number()),
          why: v.nullable(v.string()),
          /** The next try of a waiting message. */
          next_at: v.nullable(time),
          ended_at: v.nullable(time),
          steps: v.array(possibleStep),
        }),
      ),
    }),
  ),
} as const;
