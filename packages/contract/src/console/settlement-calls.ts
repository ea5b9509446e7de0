import * as v from 'valibot';
import { define, id, text } from './inputs.ts';
import { aged, pageOf, possibleStep, projectName, sum, time } from './shapes.ts';

/** Input and answer of the settlement (docs/console.md). */

/** Days of a period that the console reads at once. */
export const MAX_SETTLED_DAYS = 92;

const day = v.pipe(
  v.string(),
  v.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/),
  v.description('A day of UTC, such as 2026-11-20.'),
);

/** A period, both days included. */
const period = { from: day, to: day };
const settlementFilter = v.object({
  ...period,
  project: v.optional(id),
  channel: v.optional(id),
  country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
  currency: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
  merchant: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z][a-z0-9_]{0,15}$/),
      v.description('A key of MERCHANTS_FILE; `default`: the accounts of the variables.'),
    ),
  ),
});

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const minor = v.pipe(v.number(), v.integer());

/** Minor units of `currency`. */
const sums = {
  currency: v.string(),
  captures: count,
  captured: minor,
  refunds: count,
  refunded: minor,
  chargebacks: count,
  charged_back: minor,
  fees: minor,
  quarantined: minor,
  net: minor,
  /** Included in captured - refunded - charged back; null: payments moved that keep no rate. */
  tax: v.nullable(minor),
  /** Captures without a rate. */
  tax_unknown: count,
};

const settlementRow = v.object({
  /** Names the row for `settlementEntries`. */
  id: v.string(),
  /** Null: money that names no order. */
  project: v.nullable(projectName),
  channel: v.string(),
  /** Null: no payment of the shop says it. */
  country: v.nullable(v.string()),
  /** Thousandths of a percent; null: not known, or money that fits no payment. */
  tax_thousandths: v.nullable(count),
  /** Key of the merchant whose account took the money; null: the default one. */
  merchant: v.nullable(v.string()),
  ...sums,
});
export type SettlementRow = v.InferOutput<typeof settlementRow>;

const settlementTotal = v.object(sums);
export type SettlementTotal = v.InferOutput<typeof settlementTotal>;

const settlementEntry = v.object({
  id: v.string(),
  at: time,
  /** The movement in words. */
  text: v.string(),
  /** Number of the payment, refund, dispute or capture. */
  number: v.string(),
  order: v.nullable(v.object({ id: v.string(), order_no: v.string() })),
  /** Gain of the gateway account. */
  sum,
});
export type SettlementEntry = v.InferOutput<typeof settlementEntry>;

/** Columns of a row that a closed month is compared by: sums in minor units, and counts. */
export const CLOSED_COLUMNS = [
  'captured',
  'refunded',
  'charged_back',
  'fees',
  'tax',
  'quarantined',
  'net',
  'captures',
  'refunds',
  'chargebacks',
  'tax_unknown',
] as const;

const movedRow = v.object({
  id: v.string(),
  project: settlementRow.entries.project,
  channel: v.string(),
  country: settlementRow.entries.country,
  tax_thousandths: settlementRow.entries.tax_thousandths,
  currency: v.string(),
  merchant: settlementRow.entries.merchant,
  moved: v.array(v.object({ column: v.picklist(CLOSED_COLUMNS), was: minor, is: minor })),
});
export type MovedRow = v.InferOutput<typeof movedRow>;

/** Columns of a file: 1 has no merchant, 2 has one. */
const format = v.picklist([1, 2]);

/** The state of a whole month. Its file is of all projects, without filters. */
const month = v.object({
  month: v.string(),
  closed: v.nullable(
    v.object({
      at: time,
      by: v.string(),
      lines: count,
      sha256: v.string(),
      /** The format that the month was closed with. Its rows of format 1 are of all merchants together. */
      format,
      /** False: the kept rows do not make the file of that hash. */
      is_whole: v.boolean(),
      /** Rows of the operator's projects that differ from the closed file today. At most 100. */
      moved: v.array(movedRow),
      moved_count: count,
    }),
  ),
  steps: v.array(possibleStep),
});
export type SettledMonth = v.InferOutput<typeof month>;

const file = {
  lines: count,
  /** Hash of the CSV in UTF-8, as hex. */
  sha256: v.string(),
  /** The format of a closed month stays, unless `merchant` narrows it. */
  format,
};

export const SETTLEMENT_CALLS = {
  settlement: define(
    settlementFilter,
    v.object({
      items: v.array(settlementRow),
      /** All rows. Those above the first 1,000 are only in the CSV. */
      count,
      totals: v.array(settlementTotal),
      csv: v.object(file),
      /** Null: the period is no whole month. */
      month: v.nullable(month),
      /** Days of the period: those that ended, and those whose ledger was compared with its payments. */
      days: v.object({ all: count, ended: count, sound: count, unsound: count }),
      /** Values of the period that filters may have. */
      found: v.object({
        channels: v.array(v.string()),
        countries: v.array(v.string()),
        currencies: v.array(v.string()),
        merchants: v.array(v.string()),
      }),
      now: time,
    }),
  ),
  settlementEntries: define(
    v.object({ ...period, row: text(300), after: v.optional(text(200)) }),
    v.object({ ...pageOf(settlementEntry).entries, now: time, ...aged }),
  ),
  settlementCsv: define(
    settlementFilter,
    v.object({ name: v.string(), text: v.string(), ...file }),
  ),
} as const;
