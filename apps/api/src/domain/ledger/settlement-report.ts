import { fromMinor } from '@webpay/contract/money';
import type { Db } from '../../platform/db/pool.ts';
import { settledMoney, type Settled } from './queries.ts';

const DAY_MS = 86_400_000;
const HEADER =
  'project,channel,currency,captures,captured,refunds,refunded,chargebacks,charged_back,fees,quarantined,net,tax,tax_unknown';

/**
 * Writes money by project, channel and currency as CSV, from `from` to before `to`; reads a day at
 * a time. Amounts are decimals in the currency's digits.
 * `net` = captured - refunded - charged back - fees + quarantined.
 * `tax` is included in captured - refunded - charged back, at the rates kept with the orders;
 * `tax_unknown` counts the captures without one.
 */
export async function settlementReport(
  db: Pick<Db, 'many'>,
  period: { readonly from: Date; readonly to: Date },
): Promise<string> {
  const sums = new Map<string, Settled>();
  for (let ms = period.from.getTime(); ms < period.to.getTime(); ms += DAY_MS) {
    const to = new Date(Math.min(ms + DAY_MS, period.to.getTime()));
    for (const row of await db.many(settledMoney, { from: new Date(ms), to })) {
      const key = JSON.stringify([row.project, row.channel, row.currency]);
      sums.set(key, added(sums.get(key), row));
    }
  }
  const lines = [...sums.values()].toSorted(byName).map((row) => {
    const sum = (minor: number): string => fromMinor(minor, row.currency).amount;
    return [
      row.project,
      row.channel,
      row.currency,
      row.captures,
      sum(row.captured),
      row.refunds,
      sum(row.refunded),
      row.chargebacks,
      sum(row.charged_back),
      sum(row.fees),
      sum(row.quarantined),
      sum(row.net),
      sum(row.tax),
      row.tax_unknown,
    ].join(',');
  });
  return `${[HEADER, ...lines].join('\n')}\n`;
}

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
  };
}

function byName(a: Settled, b: Settled): number {
  const name = (row: Settled): string => `${row.project} ${row.channel} ${row.currency}`;
  return name(a) < name(b) ? -1 : Number(name(a) > name(b));
}
