import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { exchange, type Outside } from '../../platform/http-client/exchange.ts';
import {
  fieldsOf,
  isFields,
  listOf,
  parseJson,
  textOf,
  type Fields,
} from '../../platform/http-client/json.ts';
import type { GatewayStatement, StatementCapture, StatementRefund } from '../port.ts';
import { fromWire } from './money.ts';
import { ourNumber } from './number.ts';

const DAY_MS = 86_400_000;
const FETCH_MS = 60_000;
const LARGEST = 64 * 1024 * 1024;

/**
 * PayerMax reports settlements in files, not by a call (docs/decisions/0013): one a UTC day,
 * `payermax-2026-11-20.csv`, in a configured folder. The sandbox publishes its statement instead.
 */
export async function readStatement(
  outside: Outside,
  source: string | null,
  from: Date,
  to: Date,
): Promise<GatewayStatement> {
  if (source === null) return unavailable('PAYERMAX_STATEMENTS names no folder');
  const read = /^https?:/.test(source)
    ? await fetchRows(outside, source)
    : await readFiles(source, from, to);
  if (typeof read === 'string') return unavailable(read);
  const isInside = ({ at }: { readonly at: Date }): boolean => at >= from && at < to;
  return {
    kind: 'statement',
    captures: read.captures.filter(isInside),
    refunds: read.refunds.filter(isInside),
  };
}

type Rows = {
  readonly captures: readonly StatementCapture[];
  readonly refunds: readonly StatementRefund[];
};

function unavailable(why: string): GatewayStatement {
  return { kind: 'unavailable', why };
}

/** @returns the rows, or the reason for their absence */
async function fetchRows(outside: Outside, url: string): Promise<Rows | string> {
  const response = await exchange(outside, {
    method: 'GET',
    url,
    timeoutMs: FETCH_MS,
    bodyLimit: LARGEST,
  });
  if (response.kind === 'silent') return response.why;
  const body = parseJson(response.body);
  if (response.status !== 200 || !isFields(body)) return `HTTP ${response.status}, no statement`;
  const ours = (rows: unknown): Fields[] =>
    listOf(rows)
      .map(fieldsOf)
      .filter((row) => row['provider'] === 'payermax');
  return rowsOf(ours(body['captures']), ours(body['refunds']), 'the statement');
}

const HEADER = 'type,id,out_trade_no,out_refund_no,amount,currency,state,fee,at';

async function readFiles(folder: string, from: Date, to: Date): Promise<Rows | string> {
  const captures: StatementCapture[] = [];
  const refunds: StatementRefund[] = [];
  for (let day = startOfDay(from); day < to.getTime(); day += DAY_MS) {
    const name = `payermax-${new Date(day).toISOString().slice(0, 10)}.csv`;
    const text = await readFile(path.join(folder, name), 'utf8').catch(() => null);
    // The following day may not be over: its file comes later.
    if (text === null && day + DAY_MS > Date.now()) continue;
    if (text === null) return `${name} is not in ${folder}`;
    const rows = readCsv(text, name);
    if (typeof rows === 'string') return rows;
    captures.push(...rows.captures);
    refunds.push(...rows.refunds);
  }
  return { captures, refunds };
}

function startOfDay(time: Date): number {
  return time.getTime() - (time.getTime() % DAY_MS);
}

/** Parses numbers, codes and times only, without quoting. */
function readCsv(text: string, name: string): Rows | string {
  const [header, ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
  if (header?.trim() !== HEADER) return `${name} does not begin with ${HEADER}`;
  const keys = HEADER.split(',');
  const rows = lines.map((line): Fields => {
    const cells = line.split(',');
    const entries = keys.map((key, index): [string, string] => [key, cells[index]?.trim() ?? '']);
    return cells.length === keys.length ? Object.fromEntries(entries) : {};
  });
  const ofType = (type: string): Fields[] => rows.filter((row) => row['type'] === type);
  const odd = rows.findIndex((row) => row['type'] !== 'capture' && row['type'] !== 'refund');
  if (odd >= 0) return `line ${odd + 2} of ${name} cannot be read`;
  return rowsOf(ofType('capture'), ofType('refund'), name);
}

function rowsOf(
  captures: readonly Fields[],
  refunds: readonly Fields[],
  name: string,
): Rows | string {
  const read = { captures: captures.map(captureOf), refunds: refunds.map(refundOf) };
  if (!areAll(read.captures)) return `a capture in ${name} cannot be read`;
  if (!areAll(read.refunds)) return `a refund in ${name} cannot be read`;
  return { captures: read.captures, refunds: read.refunds };
}

function areAll<T>(rows: readonly (T | null)[]): rows is readonly T[] {
  return rows.every((row) => row !== null);
}

function captureOf(row: Fields): StatementCapture | null {
  const money = moneyOf(row);
  const state = STATES.find((each) => each === row['state']);
  if (money === null || state === undefined) return null;
  const fee = textOf(row['fee']);
  return {
    ...money,
    attemptId: ourNumber(row['out_trade_no']),
    state,
    fee: fee === null ? null : fromWire(fee, money.currency),
  };
}

const STATES = ['captured', 'refunded', 'disputed'] as const;

function refundOf(row: Fields): StatementRefund | null {
  const money = moneyOf(row);
  if (money === null) return null;
  return {
    ...money,
    refundId: ourNumber(row['out_refund_no']),
    attemptId: ourNumber(row['out_trade_no']),
    captureRef: null,
  };
}

function moneyOf(row: Fields) {
  const id = textOf(row['id']);
  const currency = textOf(row['currency']);
  if (id === null || currency === null) return null;
  const amount = fromWire(row['amount'], currency);
  const time = row['at'];
  const at = new Date(typeof time === 'number' ? time : (textOf(time) ?? Number.NaN));
  return amount === null || Number.isNaN(at.getTime()) ? null : { id, currency, amount, at };
}
