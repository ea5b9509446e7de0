import { createHash } from 'node:crypto';
import { fromMinor } from '@webpay/contract/money';
import type { Settled } from './queries.ts';
import { merchantName, withoutMerchants } from './settlement-report.ts';

const HEADER =
  'project,channel,country,tax_rate,currency,captures,captured,refunds,refunded,chargebacks,charged_back,fees,quarantined,net,tax,tax_unknown';
/** Columns of a file: 1 is of all merchants together, 2 has one of the merchant, the last. A closed month keeps its own. */
export type FileFormat = 1 | 2;
export const NEWEST_FORMAT: FileFormat = 2;
/** A spreadsheet takes a text that begins so for a formula; some read the wide signs of East Asia like the narrow ones. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

export type SettlementFile = {
  readonly text: string;
  /** Without the header. */
  readonly lines: number;
  /** SHA-256 of the text in UTF-8, as hex. */
  readonly sha256: string;
  readonly format: FileFormat;
};

/**
 * Sums as CSV (RFC 4180, lines end with LF). Amounts are decimals in the currency's digits.
 * `net` = captured - refunded - charged back - fees + quarantined. `tax` is included in captured - refunded - charged back.
 * An empty `country`, `tax_rate` or `tax` is unknown; `tax_unknown` counts captures without a rate. `merchant` names the account
 * that took the money: a key of MERCHANTS_FILE, or `default`.
 */
export function settlementFile(
  rows: readonly Settled[],
  format: FileFormat = NEWEST_FORMAT,
): SettlementFile {
  const hasMerchant = format === 2;
  const lines = (hasMerchant ? rows : withoutMerchants(rows)).map((row) => [
    ...cellsOf(row),
    ...(hasMerchant ? [textCell(merchantName(row.merchant))] : []),
  ]);
  const text = [
    hasMerchant ? `${HEADER},merchant` : HEADER,
    ...lines.map((cells) => cells.join(',')),
  ]
    .map((line) => `${line}\n`)
    .join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { text, lines: lines.length, sha256, format };
}

function cellsOf(row: Settled): readonly (string | number)[] {
  const sum = (minor: number): string => fromMinor(minor, row.currency).amount;
  const rate = row.tax_thousandths;
  return [
    textCell(row.project),
    textCell(row.channel),
    textCell(row.country),
    rate === null ? '' : rate / 1_000,
    textCell(row.currency),
    row.captures,
    sum(row.captured),
    row.refunds,
    sum(row.refunded),
    row.chargebacks,
    sum(row.charged_back),
    sum(row.fees),
    sum(row.quarantined),
    sum(row.net),
    isTaxKnown(row) ? sum(row.tax) : '',
    row.tax_unknown,
  ];
}

/** False: payments without a rate moved. Money that fits no payment, and fees, have no tax. */
export function isTaxKnown(row: Pick<Settled, 'tax_thousandths' | 'has_sales'>): boolean {
  return row.tax_thousandths !== null || !row.has_sales;
}

/** A cell of text that no spreadsheet runs. @public for its test */
export function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /["\r\n,]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
