import { fromMinor } from '@webpay/contract/money';
import type { Db } from '../../platform/db/pool.ts';
import { settledMoney } from './queries.ts';

const HEADER =
  'project,channel,currency,captures,captured,refunds,refunded,chargebacks,charged_back,fees,quarantined,net';

/**
 * What each project and channel moved at its gateway, as CSV: from the first instant of `from` to before `to`. `net` is
 * what the gateway holds for us more than before: captured - refunded - charged back - fees + what lies in quarantine.
 * Sums are decimal texts with the currency's own digits; one line a currency, none is ever added to another.
 */
export async function settlementReport(
  db: Pick<Db, 'many'>,
  period: { readonly from: Date; readonly to: Date },
): Promise<string> {
  const rows = await db.many(settledMoney, { from: period.from, to: period.to });
  const lines = rows.map((row) => {
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
    ].join(',');
  });
  return `${[HEADER, ...lines].join('\n')}\n`;
}
