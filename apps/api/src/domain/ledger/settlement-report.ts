import type { Db } from '../../platform/db/pool.ts';
import { settledMoney, type Settled } from './queries.ts';

const DAY_MS = 86_400_000;

/** From `from` to before `to`. */
export type Period = { readonly from: Date; readonly to: Date };

type SettlementFilter = {
  /** Codes; null: all, and money of no known project. */
  readonly projects: readonly string[] | null;
  readonly channel?: string | undefined;
  readonly country?: string | undefined;
  readonly currency?: string | undefined;
  /** A key, or DEFAULT_MERCHANT. */
  readonly merchant?: string | undefined;
};

/** Stands for the default merchant in files, filters and addresses. MERCHANTS_FILE refuses it as a key. */
export const DEFAULT_MERCHANT = 'default';
export const merchantName = (merchant: string): string =>
  merchant === '' ? DEFAULT_MERCHANT : merchant;

/** Money by project, channel, country, rate of tax, currency and merchant; reads a day at a time. */
export async function settledRows(db: Pick<Db, 'many'>, period: Period): Promise<Settled[]> {
  const sums = new Map<string, Settled>();
  for (const day of daysOf(period)) addTo(sums, await db.many(settledMoney, day));
  return sortedOf(sums);
}

/** The same rows of all merchants together, as files had them before there were several. */
export function withoutMerchants(rows: readonly Settled[]): Settled[] {
  const sums = new Map<string, Settled>();
  addTo(
    sums,
    rows.map((row) => ({ ...row, merchant: '' })),
  );
  return sortedOf(sums);
}

function addTo(sums: Map<string, Settled>, rows: readonly Settled[]): void {
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row));
    sums.set(key, added(sums.get(key), row));
  }
}

const sortedOf = (sums: ReadonlyMap<string, Settled>) => [...sums.values()].toSorted(byKey);

/** The rows that a filter leaves. */
export function filteredRows(rows: readonly Settled[], filter: SettlementFilter): Settled[] {
  const { projects, channel, country, currency, merchant } = filter;
  return rows.filter(
    (row) =>
      (projects === null || projects.includes(row.project)) &&
      (channel === undefined || row.channel === channel) &&
      (country === undefined || row.country === country) &&
      (currency === undefined || row.currency === currency) &&
      (merchant === undefined || merchantName(row.merchant) === merchant),
  );
}

/** Its days, UTC; the last one may be a part. */
export function daysOf({ from, to }: Period): readonly Period[] {
  const days: Period[] = [];
  for (let ms = from.getTime(); ms < to.getTime(); ms += DAY_MS) {
    days.push({ from: new Date(ms), to: new Date(Math.min(ms + DAY_MS, to.getTime())) });
  }
  return days;
}

/** The values by which money is settled, in their order. */
export const keyOf = (row: Settled) => [
  row.project,
  row.channel,
  row.country,
  row.tax_thousandths,
  row.currency,
  row.merchant,
];

function added(before: Settled | undefined, row: Settled): Settled {
  if (before === undefined) return row;
  return {
    ...row,
    captures: before.captures + row.captures,
    captured: before.captured + row.captured,
    refunds: before.refunds + row.refunds,
    refunded: before.refunded + row.refunded,
    chargebacks: before.chargebacks + row.chargebacks,
    charged_back: before.charged_back + row.charged_back,
    fees: before.fees + row.fees,
    quarantined: before.quarantined + row.quarantined,
    net: before.net + row.net,
    tax: before.tax + row.tax,
    tax_unknown: before.tax_unknown + row.tax_unknown,
    has_sales: before.has_sales || row.has_sales,
  };
}

function byKey(a: Settled, b: Settled): number {
  const name = ({ project, channel, country, tax_thousandths, currency, merchant }: Settled) =>
    [project, channel, country, rateName(tax_thousandths), currency, merchant].join(' ');
  return name(a) < name(b) ? -1 : Number(name(a) > name(b));
}

const rateName = (rate: number | null): string => String(rate ?? -1).padStart(9, '0');
