import * as v from 'valibot';
import { define, id } from './inputs.ts';
import { time } from './shapes.ts';

/** The stream of what changed: numbers and counts alone, no data of players. Pages read again what they show. */

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Things that wait for an operator, up to 1,000 of a kind, and the open causes of the overview. */
export const liveCounts = v.object({
  requests: count,
  unresolved: count,
  deliveries: count,
  refunds: count,
  alarms: count,
});

export const change = v.object({
  now: time,
  /** False: changes before this message are not told. Pages read everything again. */
  is_whole: v.boolean(),
  /** Ids of orders that moved, 1,000 at most. */
  orders: v.array(v.string()),
  /** A step was asked for, confirmed or refused. */
  approvals: v.boolean(),
  /** Null: unchanged. */
  counts: v.nullable(liveCounts),
});
export type Change = v.InferOutput<typeof change>;

export const CHANGE_CALLS = {
  /** The answer is a stream of server-sent events; each has this shape as its data. */
  changes: define(v.object({ project: v.optional(id) }), change),
} as const;
