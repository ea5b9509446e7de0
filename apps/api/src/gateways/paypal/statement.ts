import { fieldsOf, listOf, textOf, type Fields } from '../../platform/http-client/json.ts';
import type { GatewayStatement, StatementCapture, StatementFee, StatementRefund } from '../port.ts';
import { callPaypal, type Paypal } from './call.ts';
import { fromWire } from './money.ts';

/** Documented limits: a call spans at most 31 days and 10,000 transactions, 500 a page. */
const LONGEST_MS = 31 * 86_400_000;
const LARGEST = 10_000;
const TOO_LARGE = 'RESULTSET_TOO_LARGE';
/** Transactions of one statement, which stand in memory. */
const MOST = 2_000_000;
const PAGE_SIZE = 500;
const PAGE_MS = 30_000;

/** PayPal's "transaction event codes" for payments, fees beside payments, refunds and reversals. */
const PAYMENT = /^T00/;
const FEE = /^T01/;
const REFUND = 'T1107';
const TAKEN_BACK: readonly string[] = ['T1106', 'T1201'];

type Transaction = {
  readonly id: string;
  readonly code: string;
  readonly status: string;
  /** Negative for money that left the account. */
  readonly minor: number;
  readonly currency: string;
  /** The same as PayPal writes it. */
  readonly sum: string;
  readonly fee: number | null;
  /** A fee that is named, but not in the digits of this currency. */
  readonly oddFee: string | null;
  readonly invoiceId: string | null;
  readonly referenceId: string | null;
  readonly at: Date;
};

type Period = { readonly startMs: number; readonly endMs: number };
type Read =
  | { readonly kind: 'read'; readonly transactions: readonly Transaction[] }
  | { readonly kind: 'too_many' }
  | Extract<GatewayStatement, { readonly kind: 'unavailable' }>;

/** Bounds of one reading: its pages, and its end in real time. */
type Bounds = { readonly pages: number; readonly endsAt: number };
const WHOLE_STATEMENT: Bounds = { pages: Infinity, endsAt: Infinity };

/**
 * Transaction Search, `GET /v1/reporting/transactions`: needs that permission of the REST app, and
 * shows transactions up to three hours late. A period beyond PayPal's limit is read in halves.
 */
export async function searchTransactions(
  paypal: Paypal,
  from: Date,
  to: Date,
  { pages, endsAt }: Bounds = WHOLE_STATEMENT,
): Promise<GatewayStatement> {
  const left = { pages, endsAt };
  const transactions: Transaction[] = [];
  const periods = allowedPeriods(from.getTime(), to.getTime()).toReversed();
  for (let period = periods.pop(); period !== undefined; period = periods.pop()) {
    if (transactions.length > MOST) return unavailable(`more than ${MOST} transactions`);
    const read = await readPeriod(paypal, period, left);
    if (read.kind === 'unavailable') return read;
    if (read.kind === 'read') {
      transactions.push(...read.transactions);
      continue;
    }
    const { startMs, endMs } = period;
    const middleMs = startMs + Math.ceil((endMs - startMs) / 2_000) * 1_000;
    if (middleMs >= endMs) return unavailable(`more than ${LARGEST} transactions in a second`);
    // PayPal includes both ends, so a transaction at the middle comes twice and counts once.
    periods.push({ startMs: middleMs, endMs }, { startMs, endMs: middleMs });
  }
  return statementOf(transactions, from, to);
}

function allowedPeriods(fromMs: number, toMs: number): Period[] {
  const count = Math.max(0, Math.ceil((toMs - fromMs) / LONGEST_MS));
  return Array.from({ length: count }, (_, n) => {
    const startMs = fromMs + n * LONGEST_MS;
    return { startMs, endMs: Math.min(startMs + LONGEST_MS, toMs) };
  });
}

async function readPeriod(
  paypal: Paypal,
  { startMs, endMs }: Period,
  left: { pages: number; readonly endsAt: number },
): Promise<Read> {
  const transactions: Transaction[] = [];
  let total = 0;
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    if (left.pages <= 0) return unavailable('more pages than one reading may have');
    left.pages -= 1;
    const endsAt = Math.min(paypal.outside.now() + PAGE_MS, left.endsAt);
    const reply = await callPaypal(paypal, { path: pathOf(startMs, endMs, page) }, endsAt);
    if (reply.kind === 'silent') return unavailable(reply.why);
    if (reply.kind === 'error' && reply.issue === TOO_LARGE) return { kind: 'too_many' };
    if (reply.kind === 'error') return unavailable(`${reply.status} ${reply.issue}`);
    pages = Number(reply.body['total_pages'] ?? 1);
    const items = Number(reply.body['total_items'] ?? 0);
    // The first page's number is of all pages; PayPal's text leaves open whether a later one is.
    if (page === 1) total = items;
    // A period that PayPal cuts off would lack transactions that the books have.
    if (items > LARGEST || pages > LARGEST / PAGE_SIZE) {
      return { kind: 'too_many' };
    }
    const read = listOf(reply.body['transaction_details']).map((each) =>
      transactionOf(fieldsOf(fieldsOf(each)['transaction_info'])),
    );
    const known = read.filter((each) => each !== null);
    if (known.length < read.length) return unavailable('a transaction cannot be read');
    transactions.push(...known);
  }
  // A short page would make money look as if it were not there.
  const count = transactions.length;
  return count === total
    ? { kind: 'read', transactions }
    : unavailable(`${count} of ${total} transactions`);
}

const unavailable = (why: string) => ({ kind: 'unavailable', why }) as const;

function pathOf(startMs: number, endMs: number, page: number): string {
  // PayPal includes both ends, to the second.
  const query = new URLSearchParams({
    start_date: new Date(startMs).toISOString(),
    end_date: new Date(endMs).toISOString(),
    fields: 'transaction_info',
    balance_affecting_records_only: 'Y',
    page_size: String(PAGE_SIZE),
    page: String(page),
  });
  return `/v1/reporting/transactions?${query.toString()}`;
}

function transactionOf(info: Fields): Transaction | null {
  const id = textOf(info['transaction_id']);
  const money = moneyOf(info['transaction_amount']);
  const code = textOf(info['transaction_event_code']);
  const at = timeOf(textOf(info['transaction_initiation_date']));
  if (id === null || money === null || code === null || at === null) return null;
  const named = fieldsOf(info['fee_amount']);
  const fee = moneyOf(named);
  const isOdd = Object.keys(named).length > 0 && fee?.currency !== money.currency;
  return {
    id,
    code,
    status: textOf(info['transaction_status']) ?? '',
    ...money,
    sum: sumOf(fieldsOf(info['transaction_amount'])),
    fee: isOdd || fee === null ? null : Math.abs(fee.minor),
    oddFee: isOdd ? sumOf(named) : null,
    invoiceId: textOf(info['invoice_id']),
    referenceId: textOf(info['paypal_reference_id']),
    at,
  };
}

/** A sum as PayPal writes it, cut to fit. */
function sumOf({ value, currency_code: currency }: Fields): string {
  return `${textOf(value) ?? '?'} ${textOf(currency) ?? '?'}`.slice(0, 40);
}

function moneyOf(value: unknown): { readonly minor: number; readonly currency: string } | null {
  const { currency_code, value: text } = fieldsOf(value);
  const currency = textOf(currency_code);
  const amount = textOf(text);
  if (currency === null || amount === null) return null;
  const isNegative = amount.startsWith('-');
  const minor = fromWire(isNegative ? amount.slice(1) : amount, currency);
  return minor === null ? null : { minor: isNegative ? -minor : minor, currency };
}

/** Parses `2026-11-20T04:03:52+0000`, whose offset lacks ISO 8601's colon. */
function timeOf(text: string | null): Date | null {
  const at = new Date((text ?? '').replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(at.getTime()) ? null : at;
}

function statementOf(transactions: readonly Transaction[], from: Date, to: Date): GatewayStatement {
  const inside = [...new Map(transactions.map((each) => [each.id, each])).values()].filter(
    ({ at }) => at >= from && at < to,
  );
  // V: reversed after success; the money came in nevertheless.
  const moved = inside.filter(({ status }) => status === 'S' || status === 'V');
  const refunds = moved.filter(({ code, minor }) => code === REFUND && minor < 0);
  const disputed = new Set(
    moved.filter(({ code }) => TAKEN_BACK.includes(code)).map(({ referenceId }) => referenceId),
  );
  const captures = moved.filter(({ code, minor }) => PAYMENT.test(code) && minor > 0);
  const fees = moved.filter(({ code }) => FEE.test(code));
  return {
    kind: 'statement',
    captures: captures.map(({ id, invoiceId, minor, currency, fee, at }): StatementCapture => {
      const back = refunds.filter(({ referenceId }) => referenceId === id);
      const isBack = back.reduce((sum, each) => sum - each.minor, 0) >= minor;
      const state = disputed.has(id) ? 'disputed' : isBack ? 'refunded' : 'captured';
      return { id, attemptId: invoiceId, amount: minor, currency, state, fee, at };
    }),
    refunds: refunds.map(({ id, invoiceId, referenceId, minor, currency, at }): StatementRefund => {
      const named = { refundId: invoiceId, attemptId: null, captureRef: referenceId };
      return { id, ...named, amount: -minor, currency, at };
    }),
    oddFees: [
      ...captures.flatMap(({ id, oddFee: sum, at }): StatementFee[] =>
        sum === null ? [] : [{ id, sum, about: `capture ${id}`, at }],
      ),
      ...fees.map(({ id, code, sum, referenceId, at }): StatementFee => {
        return { id, sum, about: referenceId === null ? code : `${code} of ${referenceId}`, at };
      }),
    ],
  };
}
