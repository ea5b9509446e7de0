import type { ConsoleResult } from '@webpay/contract/console/calls';
import { ATTEMPT_FAILURES, type PaymentsRow, type SalesRow } from './queries.ts';

/** Figures of the first screen from the rows of their statements. Pure; times in ms. */

export const HALF_HOUR_MS = 1_800_000;
export const DAY_MS = 86_400_000;
const HALF_HOURS = 48;
/** Fewer tried payments say nothing about a share. */
const LEAST_TRIED = 10;
/** A share of a reason that grew by this many points is told. */
const GREW_POINTS = 5;
const MAX_REASONS = 5;

type Overview = ConsoleResult<'overview'>;
type Worth = Overview['figures']['paid']['today'];
type Share = Overview['figures']['success']['now'];

/** Beginning of the first of the 48 half hours that end with `now`; midnight UTC of today is one of them. */
export function chartFrom(nowMs: number): number {
  return Math.floor(nowMs / HALF_HOUR_MS) * HALF_HOUR_MS - (HALF_HOURS - 1) * HALF_HOUR_MS;
}

const NOTHING: Worth = { usd_minor: 0, orders: 0, unpriced: 0 };

/** Every half hour, also those without a sale. */
export function salesOf(rows: readonly SalesRow[], nowMs: number): Overview['sales'] {
  const from = chartFrom(nowMs);
  return Array.from({ length: HALF_HOURS }, (_, n) => {
    const at = from + n * HALF_HOUR_MS;
    const of = (isBefore: boolean): Worth =>
      worthOf(rows.filter((row) => row.bin.getTime() === at && row.is_before === isBefore));
    return { from: at, now: of(false), before: of(true) };
  });
}

/** Sales since midnight UTC. */
export function paidToday(sales: Overview['sales'], nowMs: number): Overview['figures']['paid'] {
  const midnight = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const ofToday = sales.filter(({ from }) => from >= midnight);
  return {
    today: ofToday.map(({ now }) => now).reduce(added, NOTHING),
    before: ofToday.map(({ before }) => before).reduce(added, NOTHING),
  };
}

const added = (one: Worth, other: Worth): Worth => ({
  usd_minor: one.usd_minor + other.usd_minor,
  orders: one.orders + other.orders,
  unpriced: one.unpriced + other.unpriced,
});

const worthOf = (rows: readonly SalesRow[]): Worth =>
  rows
    .map(({ usd_minor, orders, unpriced }) => ({ usd_minor, orders, unpriced }))
    .reduce(added, NOTHING);

/** All tried payments, and those of each method and country, the most lost first. */
export function successOf(
  rows: readonly PaymentsRow[],
  nameOf: (row: PaymentsRow) => string,
): { readonly all: Overview['figures']['success']; readonly places: Overview['success'] } {
  const places = new Map<string, Overview['success'][number]>();
  for (const row of rows) {
    const id = `${row.pay_id} ${row.country}`;
    const known = places.get(id);
    const shares = { now: known?.now ?? NONE, before: known?.before ?? NONE };
    const { tried, paid } = row;
    const { pay_id, country } = row;
    const name = known?.name ?? nameOf(row);
    const joined = { ...shares, [row.is_before ? 'before' : 'now']: { tried, paid } };
    places.set(id, { pay_id, name, country, ...joined, lost: lostOf(joined) });
  }
  const all = [...places.values()];
  return {
    all: {
      now: all.map(({ now }) => now).reduce(together, NONE),
      before: all.map(({ before }) => before).reduce(together, NONE),
    },
    places: all
      .filter(({ now }) => now.tried > 0)
      .toSorted(
        (one, other) =>
          other.lost - one.lost ||
          shareOf(one.now) - shareOf(other.now) ||
          other.now.tried - one.now.tried ||
          one.name.localeCompare(other.name),
      ),
  };
}

const NONE: Share = { tried: 0, paid: 0 };
const together = (one: Share, other: Share): Share => ({
  tried: one.tried + other.tried,
  paid: one.paid + other.paid,
});
const shareOf = ({ tried, paid }: Share): number => (tried === 0 ? 0 : paid / tried);

/** Tried payments times the drop of their share. A share of few payments before says nothing. */
function lostOf({ now, before }: { readonly now: Share; readonly before: Share }): number {
  if (before.tried < LEAST_TRIED) return 0;
  return Math.max(0, Math.round(now.tried * (shareOf(before) - shareOf(now))));
}

const FAILURES: Readonly<Record<(typeof ATTEMPT_FAILURES)[number], string>> = {
  declined: 'payments that the bank declined',
  insufficient_balance: 'payments refused for lack of funds',
  cancelled: 'payments that the player cancelled',
  error: 'payments that ended with an error',
};

/** "Visa, BR: payments that the bank declined rose from 9% to 24%." The largest growth first. */
export function reasonsThatGrew(
  rows: readonly PaymentsRow[],
  nameOf: (row: PaymentsRow) => string,
): string[] {
  const before = new Map(
    rows.filter((row) => row.is_before).map((row) => [`${row.pay_id} ${row.country}`, row]),
  );
  return rows
    .flatMap((row) => {
      const then = before.get(`${row.pay_id} ${row.country}`);
      if (row.is_before || then === undefined) return [];
      if (row.tried < LEAST_TRIED || then.tried < LEAST_TRIED) return [];
      return ATTEMPT_FAILURES.map((failure) => {
        const was = (then[failure] ?? 0) / then.tried;
        const is = (row[failure] ?? 0) / row.tried;
        const text = `${nameOf(row)}, ${row.country}: ${FAILURES[failure]} rose from ${percent(was)} to ${percent(is)}.`;
        return { grew: is - was, more: (is - was) * row.tried, text };
      });
    })
    .filter(({ grew }) => grew * 100 >= GREW_POINTS)
    .toSorted((one, other) => other.more - one.more)
    .slice(0, MAX_REASONS)
    .map(({ text }) => text);
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;
