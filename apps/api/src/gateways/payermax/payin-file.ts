import type { Fields } from '../../platform/http-client/json.ts';

/** PayerMax's own file of transactions (payments.md §1.1): one of the days in its name, by a clock of its own. */
export type PayinFile = {
  readonly name: string;
  /** The days by that clock as if it were UTC: from the first one's begin to the last one's end. */
  readonly from: number;
  readonly to: number;
};

const DAY_MS = 86_400_000;
const NAME = /^[\w-]{1,80}_payin_(\d{4})(\d{2})(\d{2})_(\d{4})(\d{2})(\d{2})_\d{1,4}\.csv$/;
/** Lines of a file; a day of a big shop has some hundred thousand. */
const MAX_LINES = 5_000_000;
const MONEY_IN = ['PAYMENT', 'MERCHANT_INITIATED_PAYMENT', 'PAY_LINK', 'SUBSCRIPTION'];
/** Movements of PayerMax's account, not of a payment. */
const OTHERS = [
  'CHARGE_BACK_ASSIST',
  'CHARGE_BACK_ALERT',
  'ADJUSTMENT_INCREASE',
  'ADJUSTMENT_DECREASE',
  'COLLECTION',
];
/** Ended without money, or a case that was won. */
const WITHOUT_MONEY = ['FAILED', 'CLOSED', 'CB REVERSED'];

/** The days of a file by its name; null: it is no such file. */
export function payinFileOf(name: string): PayinFile | null {
  const [, ...parts] = NAME.exec(name) ?? [];
  const [year = 0, month = 0, day = 0, lastYear = 0, lastMonth = 0, lastDay = 0] =
    parts.map(Number);
  const from = Date.UTC(year, month - 1, day);
  const last = Date.UTC(lastYear, lastMonth - 1, lastDay);
  return parts.length === 0 || last < from ? null : { name, from, to: last + DAY_MS };
}

/**
 * Rows of a file in the form of the shop's own (statement.ts): captures, refunds, and payments that have an open case.
 * @param hours by which the file's clock is ahead of UTC
 * @param appId rows of another app of the merchant are left out
 * @returns the rows, or why they cannot be read: a partly read file is none
 */
export function readPayin(
  text: string,
  { hours, appId }: { readonly hours: number; readonly appId: string },
): { readonly captures: Fields[]; readonly refunds: Fields[] } | string {
  const [header = [], ...lines] = cellsOf(text);
  if (lines.length > MAX_LINES) return `has more than ${MAX_LINES} lines`;
  // Merchants name columns on the platform, and editions differ in spaces.
  const names = header.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''));
  const missing = NEEDED.find((name) => !names.includes(name));
  if (missing !== undefined) return `has no column ${missing}`;
  const captures: Fields[] = [];
  const refunds: Fields[] = [];
  const disputed: string[] = [];
  for (const [index, cells] of lines.entries()) {
    const of = (name: string): string => cells[names.indexOf(name)]?.trim() ?? '';
    const isCut = cells.length !== header.length;
    if (!isCut && names.includes('appid') && of('appid') !== appId) continue;
    const [type, status] = [of('transactiontype'), of('txnstatus').toUpperCase()];
    const at = timeOf(of('txncompletetime'), hours);
    const row = {
      id: of('tradeorderid'),
      out_trade_no: of('merchanttxnid'),
      amount: of('txnamount'),
      currency: of('txncurrency'),
      at,
    };
    if (isCut) return `line ${index + 2} has another number of cells than its header`;
    if (WITHOUT_MONEY.includes(status) || OTHERS.includes(type)) continue;
    if (at === null) return `line ${index + 2} has no time that can be read`;
    if (MONEY_IN.includes(type) && status === 'SUCCESS') {
      captures.push({ ...row, state: 'captured', fee: feeOf(of) });
    } else if (type === 'REFUND' && status === 'SUCCESS') {
      const ofPayment = { out_trade_no: of('originalmerchanttxnid') };
      refunds.push({ ...row, ...ofPayment, out_refund_no: row.out_trade_no });
    } else if (type === 'CHARGE_BACK' || status === 'CB REQUEST') {
      disputed.push(of('originalmerchanttxnid') || row.out_trade_no);
    } else return `line ${index + 2} is ${type || 'nothing'} with ${status || 'no status'}`;
  }
  const withCases = captures.map((each) =>
    disputed.includes(String(each['out_trade_no'])) ? { ...each, state: 'disputed' } : each,
  );
  return { captures: withCases, refunds };
}

const NEEDED = [
  'txncompletetime',
  'transactiontype',
  'merchanttxnid',
  'originalmerchanttxnid',
  'tradeorderid',
  'txnstatus',
  'txnamount',
  'txncurrency',
];

/** Fees are negative there; one in another currency than the payment is told with its currency, as odd. */
function feeOf(of: (name: string) => string): string {
  const fee = of('txnfee').replace(/^-/, '');
  const currency = of('txnfeecurrency');
  const isOwn = currency === '' || currency === of('txncurrency');
  return fee === '' || isOwn ? fee : `${fee} ${currency}`;
}

/** `2023-03-09 10:00:00` or `2023/2/1 00:31:00` by a clock ahead of UTC, in ms; null: no such time. */
function timeOf(said: string, hours: number): number | null {
  const [, ...parts] =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2}) (\d{1,2}):(\d{2}):(\d{2})$/.exec(said) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  const isReal =
    parts.length > 0 &&
    new Date(ms).getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  return isReal ? ms - hours * 3_600_000 : null;
}

/** Cells of a CSV file (RFC 4180); quoted ones may hold commas and line ends. A row that cannot be read has no cells. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y;
  const body = `${text.replace(/^\uFEFF/, '').trimEnd()}\n`;
  while (cell.lastIndex < body.length) {
    const [, said = '', end] = cell.exec(body) ?? [];
    if (end === undefined) return [...rows, []];
    row.push(said.startsWith('"') ? said.slice(1, -1).replaceAll('""', '"') : said);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
