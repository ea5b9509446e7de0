import { fromMinor } from '@webpay/contract/money';
import type { Db } from '../../platform/db/pool.ts';
import { settledMoney } from './queries.ts';

const HEADER =
  'project,channel,currency,captures,captured,refunds,refunded,chargebacks,charged_back,fees,quarantined,net';

/**
 * Writes money by project, channel and currency as CSV, from `from` to before `to`. Amounts are
 * decimals in the currency's digits.
 * `net` = captured - refunded - charged back - fees + quarantined.
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
