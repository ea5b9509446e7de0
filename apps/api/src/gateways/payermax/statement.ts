import { readdir, readFile, stat } from 'node:fs/promises';
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
import type { GatewayStatement, StatementCapture, StatementFee, StatementRefund } from '../port.ts';
import { fromWire } from './money.ts';
import { ourNumber } from './number.ts';
import { payinFileOf, readPayin } from './payin-file.ts';

const DAY_MS = 86_400_000;
/** Bytes of one file: some two million transactions. */
const MAX_FILE = 512 * 1024 * 1024;
/** Limits of the answer with the sandbox's statement. */
const FETCH = { timeoutMs: 60_000, bodyLimit: 64 * 1024 * 1024 };

/** Files of PayerMax's own form. */
type PayinSettings = {
  /** Hours by which their clock is ahead of UTC. */
  readonly hours: number;
  readonly appId: string;
};

/**
 * PayerMax reports transactions in files, not by a call (docs/decisions/0013): its own `…_payin_….csv`, or one in the shop's form
 * for each UTC day, `payermax-2026-11-20.csv`, in a configured folder. The sandbox publishes its statement instead.
 */
export async function readStatement(
  outside: Outside,
  { source, ...payin }: { readonly source: string | null } & PayinSettings,
  from: Date,
  to: Date,
): Promise<GatewayStatement> {
  if (source === null) {
    return {
      kind: 'unavailable',
      why: 'PAYERMAX_STATEMENTS, or statements of MERCHANTS_FILE, names no folder',
    };
  }
  const read = /^https?:/.test(source)
    ? await fetchRows(outside, source)
    : await readFolder(source, payin, from, to);
  if (typeof read === 'string') return { kind: 'unavailable', why: read };
  const isInside = ({ at }: { readonly at: Date }): boolean => at >= from && at < to;
  return {
    kind: 'statement',
    captures: read.captures.filter(isInside),
    refunds: read.refunds.filter(isInside),
    oddFees: read.oddFees.filter(isInside),
  };
}

type Rows = Omit<Extract<GatewayStatement, { kind: 'statement' }>, 'kind'>;

/** @returns the rows, or the reason for their absence */
async function fetchRows(outside: Outside, url: string): Promise<Rows | string> {
  const response = await exchange(outside, { method: 'GET', url, ...FETCH });
  if (response.kind === 'silent') return response.why;
  const body = parseJson(response.body);
  if (response.status !== 200 || !isFields(body)) return `HTTP ${response.status}, no statement`;
  const ours = (rows: unknown): Fields[] =>
    listOf(rows)
      .map(fieldsOf)
      .filter((row) => row['provider'] === 'payermax');
  return rowsOf(ours(body['captures']), ours(body['refunds']), 'the statement');
}

/** Own files of days win nothing: where PayerMax's cover the period, they are read. */
async function readFolder(
  folder: string,
  payin: PayinSettings,
  from: Date,
  to: Date,
): Promise<Rows | string> {
  const names = await readdir(folder).catch(() => []);
  const files = names.map(payinFileOf).filter((each) => each !== null);
  const aheadMs = payin.hours * 3_600_000;
  const [begin, end] = [from.getTime() + aheadMs, to.getTime() + aheadMs];
  let coveredTo = begin;
  for (const file of files.toSorted((one, other) => one.from - other.from)) {
    if (file.from <= coveredTo) coveredTo = Math.max(coveredTo, file.to);
  }
  if (coveredTo < end) {
    const rows = await readFiles(folder, from, to);
    const day = new Date(coveredTo).toISOString().slice(0, 10);
    return typeof rows === 'string' && files.length > 0
      ? `no …_payin_….csv of ${day} is in ${folder}`
      : rows;
  }
  const captures = new Map<string, Fields>();
  const refunds = new Map<string, Fields>();
  // Files of a day and of a month may overlap.
  for (const { name } of files.filter((each) => each.from < end && each.to > begin)) {
    const { size } = await stat(path.join(folder, name));
    if (size > MAX_FILE) return `${name} has more than ${MAX_FILE} bytes`;
    const read = readPayin(await readFile(path.join(folder, name), 'utf8'), payin);
    if (typeof read === 'string') return `${name} ${read}`;
    for (const each of read.captures) captures.set(String(each['id']), each);
    for (const each of read.refunds) refunds.set(String(each['id']), each);
  }
  return rowsOf([...captures.values()], [...refunds.values()], folder);
}

const HEADER = 'type,id,out_trade_no,out_refund_no,amount,currency,state,fee,at';

async function readFiles(folder: string, from: Date, to: Date): Promise<Rows | string> {
  const days: Rows[] = [];
  const firstDay = from.getTime() - (from.getTime() % DAY_MS);
  for (let day = firstDay; day < to.getTime(); day += DAY_MS) {
    const name = `payermax-${new Date(day).toISOString().slice(0, 10)}.csv`;
    const text = await readFile(path.join(folder, name), 'utf8').catch(() => null);
    // The following day may not be over: its file comes later.
    if (text === null && day + DAY_MS > Date.now()) continue;
    if (text === null) return `${name} is not in ${folder}`;
    const rows = readCsv(text, name);
    if (typeof rows === 'string') return rows;
    days.push(rows);
  }
  return {
    captures: days.flatMap(({ captures }) => captures),
    refunds: days.flatMap(({ refunds }) => refunds),
    oddFees: days.flatMap(({ oddFees }) => oddFees),
  };
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

function rowsOf(captureRows: Fields[], refundRows: Fields[], name: string): Rows | string {
  const captures = captureRows.map(captureOf).filter((row) => row !== null);
  if (captures.length < captureRows.length) return `a capture in ${name} cannot be read`;
  const refunds = refundRows.map(refundOf).filter((row) => row !== null);
  if (refunds.length < refundRows.length) return `a refund in ${name} cannot be read`;
  const oddFees = captureRows.flatMap((row, n) => oddFeeOf(row, captures[n]));
  return { captures, refunds, oddFees };
}

function captureOf(row: Fields): StatementCapture | null {
  const money = moneyOf(row);
  const state = STATES.find((each) => each === row['state']);
  if (money === null || state === undefined) return null;
  return {
    ...money,
    attemptId: ourNumber(row['out_trade_no']),
    state,
    fee: fromWire(row['fee'], money.currency),
  };
}

/** A fee that is named, but not in the digits of its capture's currency: the day is compared nevertheless. */
function oddFeeOf({ fee: said }: Fields, capture: StatementCapture | undefined): StatementFee[] {
  const isNamed = (typeof said === 'string' && said !== '') || typeof said === 'number';
  if (!isNamed || capture === undefined || capture.fee !== null) return [];
  const { id, currency, at } = capture;
  return [{ id, sum: `${String(said).slice(0, 32)} ${currency}`, about: `capture ${id}`, at }];
}

const STATES = ['captured', 'refunded', 'disputed'] as const;

function refundOf(row: Fields): StatementRefund | null {
  const money = moneyOf(row);
  const refundId = ourNumber(row['out_refund_no']);
  const attemptId = ourNumber(row['out_trade_no']);
  return money && { ...money, refundId, attemptId, captureRef: null };
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
