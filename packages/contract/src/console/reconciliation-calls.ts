import * as v from 'valibot';
import { GATEWAYS } from './dispute-calls.ts';
import { define, empty, id } from './inputs.ts';
import { badge, possibleStep, projectName, sum, time, workRow } from './shapes.ts';

/** Input and answer of the reconciliation (docs/console.md). */

/** `none`: the statement of a gateway is not compared yet. */
export const DAY_STATES = ['agrees', 'mended', 'open', 'none'] as const;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const nullableTime = v.nullable(time);
const nullableText = v.nullable(v.string());
/** A day of UTC, such as 2026-11-20. */
export const reconciledDay = v.pipe(v.string(), v.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/));

const tile = v.object({
  day: v.string(),
  state: v.picklist(DAY_STATES),
  open: count,
  settled: count,
});
export type DayTile = v.InferOutput<typeof tile>;

const agreement = v.object({ agree: count, all: count });

const gatewayDay = v.object({
  provider: v.picklist(GATEWAYS),
  gateway: v.string(),
  badge,
  /** Movements of the statement and those that only the ledger has; null: not compared. */
  captures: v.nullable(agreement),
  refunds: v.nullable(agreement),
  /** Booked here on that day, by currency, in the operator's projects. */
  captured: v.array(sum),
  refunded: v.array(sum),
  held_at: nullableTime,
  /** False: compared before its end or by hand; the worker compares the day again. */
  is_final: v.boolean(),
  /** Somebody asked for another comparison, which has not ended. */
  asked_at: nullableTime,
});
export type GatewayDay = v.InferOutput<typeof gatewayDay>;

/** One side's record. The sum is null where its currency is unknown to the shop. */
const side = v.object({ sum: v.nullable(sum), state: v.string(), at: nullableTime });

const difference = v.object({
  id: v.string(),
  badge,
  /** Class in words. */
  differs: v.string(),
  gateway: v.string(),
  /** Number at the gateway, else ours. */
  number: v.string(),
  order: v.nullable(
    v.object({ id: v.string(), order_no: v.string(), character: v.string(), project: projectName }),
  ),
  theirs: v.nullable(side),
  ours: v.nullable(side),
  explanation: v.string(),
  /** The way out where no step of the console is one. */
  way: nullableText,
  settled: v.nullable(v.object({ at: time, text: v.string() })),
  steps: v.array(possibleStep),
});
export type ReconciliationDifference = v.InferOutput<typeof difference>;

export const RECONCILIATION_CALLS = {
  owedMoney: define(
    v.object({ project: v.optional(id) }),
    /** At most 50 rows. */
    v.object({ items: v.array(workRow), count, now: time }),
  ),
  reconciliationCsv: define(
    v.object({ day: reconciledDay, project: v.optional(id) }),
    v.object({ name: v.string(), text: v.string(), lines: count, sha256: v.string() }),
  ),
  reconciliation: define(
    empty,
    v.object({
      /** The last 30 days of UTC, the oldest first. States are of the whole gateway, all projects together. */
      days: v.array(tile),
      /** Open differences of older days. */
      earlier: v.object({ open: count, day: nullableText }),
      now: time,
    }),
  ),
  reconciliationDay: define(
    v.object({ day: reconciledDay, project: v.optional(id) }),
    v.object({
      day: v.string(),
      has_ended: v.boolean(),
      gateways: v.array(gatewayDay),
      /** Open ones first. At most 200. */
      differences: v.array(difference),
      open: count,
      count,
      /** Differences of other projects, or of no order, which this operator does not see. */
      hidden: count,
      steps: v.array(possibleStep),
      now: time,
    }),
  ),
  ledgerBalances: define(
    empty,
    v.object({
      /** Null: they are of all projects together, which this operator does not see. */
      accounts: v.nullable(
        v.array(v.object({ account: v.string(), text: v.string(), note: v.string(), sum })),
      ),
      /** Currencies whose two sides do not sum to zero. */
      unbalanced: v.array(v.string()),
      entries: count,
      now: time,
    }),
  ),
} as const;
