import * as v from 'valibot';
import { define, id } from './inputs.ts';
import { sum, time, TONES } from './shapes.ts';

/** The first screen of the console (docs/console.md). Worths are US cents at the catalogue's prices of the order's time. */

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const share = v.object({ tried: count, paid: count });
const worth = v.object({
  usd_minor: count,
  orders: count,
  /** Orders without a price in US dollars; `usd_minor` does not contain them. */
  unpriced: count,
});

/** Open alarms of one kind at one place that began within 30 minutes of each other. */
export const cause = v.object({
  id: v.string(),
  tone: v.picklist(TONES),
  title: v.string(),
  /** The next event by itself, and the way out for a person. */
  detail: v.string(),
  count,
  /** By currency; sums of different currencies are not added. */
  sums: v.array(sum),
  since: time,
  /** False: goods or money may be missing until an operator acts. */
  is_safe: v.boolean(),
  /** Page of the console; null: there is none. */
  path: v.nullable(v.string()),
});
export type Cause = v.InferOutput<typeof cause>;

export const QUEUE_KINDS = [
  'requests',
  'unresolved',
  'deliveries',
  'refunds',
  'approvals',
  'disputes',
] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];

/** A queue with rows. */
export const waitingQueue = v.object({
  kind: v.picklist(QUEUE_KINDS),
  /** Up to 1,000. */
  count,
  /** The longest waiting row; null: only the time by which to act is known. */
  oldest: v.nullable(time),
  /** When an operator should have acted on the first of them. */
  due_at: time,
  path: v.string(),
});

/** Tried payments of one method and country, in the last 24 hours and the 24 hours before. */
export const successRow = v.object({
  pay_id: v.string(),
  name: v.string(),
  country: v.string(),
  now: share,
  before: share,
  /** Payments that the share of before would have brought, rounded; 0: none were lost. */
  lost: count,
});

export const OVERVIEW_CALLS = {
  overview: define(
    v.object({ project: v.optional(id) }),
    v.object({
      now: time,
      /** The worst first, 20 at most. */
      causes: v.array(cause),
      figures: v.object({
        /** This day (UTC), and the same weekday a week ago to the same minute. */
        paid: v.object({ today: worth, before: worth }),
        /** Orders of the last 24 hours, and of the 24 hours before. */
        success: v.object({ now: share, before: share }),
        /** Orders that were paid in the last 24 hours. */
        mailbox: v.object({
          mails: count,
          p50_ms: v.nullable(count),
          p95_ms: v.nullable(count),
        }),
        /** Payments and refunds whose money has not moved yet, up to 1,000 each. */
        waiting: v.object({ payments: count, refunds: count, oldest: v.nullable(time) }),
      }),
      /** In the order of `due_at`. */
      queues: v.array(waitingQueue),
      /** The last 24 hours by half hour, each beside that of a week ago. */
      sales: v.array(v.object({ from: time, now: worth, before: worth })),
      /** The most lost payments first. */
      success: v.array(successRow),
      /** Reasons of failed payments that grew, in words. */
      reasons: v.array(v.string()),
      /** For a shop without a sale; null: it has one. */
      first_steps: v.nullable(
        v.array(v.object({ title: v.string(), detail: v.string(), is_done: v.boolean() })),
      ),
    }),
  ),
} as const;
