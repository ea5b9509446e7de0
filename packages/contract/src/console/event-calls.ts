import * as v from 'valibot';
import { define, id } from './inputs.ts';
import { projectName, time } from './shapes.ts';

/** Input and answer of the events (docs/console.md). Amounts are US cents: other currencies follow a pack's own price. */

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const cents = count;

const items = v.array(v.object({ item_id: v.string(), name: v.string(), count }));

/** Rules of a kind, as the newest version of the catalogue says them. */
const bargain = v.object({
  kind: v.literal('bargain'),
  coupon: v.object({ from: cents, to: cents, step: cents, days: count }),
  packs: v.array(
    v.object({ id: v.string(), name: v.string(), price: cents, worth: cents, minimum: cents }),
  ),
  sign_in: cents,
  top_up: v.object({ at_least: cents, lowers: cents }),
  /** In the order of the wheel; its odds are the weight in the sum of all. */
  wheel: v.array(
    v.object({ weight: count, lowers: cents, items, odds_percent: v.pipe(v.number()) }),
  ),
});
export type BargainEvent = v.InferOutput<typeof bargain>;

const cumulation = v.object({
  kind: v.literal('cumulation'),
  points_per_usd: count,
  tasks: v.array(
    v.object({
      id: v.string(),
      kind: v.picklist(['points', 'days', 'daily']),
      goal: count,
      items,
    }),
  ),
});
export type CumulationEvent = v.InferOutput<typeof cumulation>;

const card = v.object({
  kind: v.literal('card'),
  cards: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      /** Null: it has no price in dollars. */
      price: v.nullable(cents),
      boost_percent: count,
      days: count,
      items,
      is_extended: v.boolean(),
    }),
  ),
});
export type CardEvent = v.InferOutput<typeof card>;

const round = v.object({
  id: v.string(),
  state: v.picklist(['not_started', 'running', 'ended']),
  starts_at: time,
  ends_at: time,
});
export type EventRound = v.InferOutput<typeof round>;

const eventRow = v.object({
  project: projectName,
  id: v.string(),
  kind: v.picklist(['bargain', 'cumulation', 'card']),
  title: v.string(),
  round,
  /** An operator paused it: its players see it as ended. Null: it is not paused. */
  paused_at: v.nullable(time),
});
export type EventRow = v.InferOutput<typeof eventRow>;

/** One figure of a round's results. */
const results = v.object({
  /** Characters that took part. */
  players: count,
  /** By task: steps that lowered a price, rewards that were claimed. */
  tasks: v.array(v.object({ task: v.string(), players: count, times: count })),
  /** Purchases of the event's own goods; null: the kind sells none. */
  sold: v.nullable(v.object({ players: count, orders: count, usd_minor: count })),
  /** Paid orders of the project in the round, and their worth at the price in dollars. */
  topped_up: v.object({ orders: count, usd_minor: count }),
  /** A running round: counted until this moment. */
  until: time,
});
export type EventResults = v.InferOutput<typeof results>;

export const EVENT_CALLS = {
  events: define(
    v.object({ project: v.optional(id) }),
    v.object({ items: v.array(eventRow), now: time }),
  ),
  event: define(
    v.object({ project: id, id }),
    v.object({
      ...eventRow.entries,
      rules: v.variant('kind', [bargain, cumulation, card]),
      /** The windows of its row by the clocks of their zones; UTC where its file names none. */
      windows: v.array(
        v.object({
          from: v.string(),
          to: v.string(),
          time_zone: v.string(),
          countries: v.nullable(v.array(v.string())),
        }),
      ),
      /** Its file says `days`: it begins again after its end. */
      is_repeated: v.boolean(),
      /** Codes of the project's countries. */
      countries: v.array(v.string()),
      /** Windows of the project's other events of its kind. */
      others: v.array(
        v.object({
          title: v.string(),
          countries: v.nullable(v.array(v.string())),
          starts_at: time,
          ends_at: time,
        }),
      ),
      /** This one and earlier ones, the newest first. */
      rounds: v.array(round),
      /** Number of the live version of its catalogue; null: none is kept yet. */
      version: v.nullable(v.number()),
      now: time,
    }),
  ),
  eventResults: define(v.object({ project: id, id }), results),
  eventResultsCsv: define(
    v.object({ project: id, id }),
    v.object({ name: v.string(), text: v.string(), lines: count, sha256: v.string() }),
  ),
} as const;
