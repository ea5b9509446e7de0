import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../../context.ts';
import { settledEntries, type SettledEntry } from './settlement-queries.ts';
import { daysOf, type Period } from '../../ledger/settlement-report.ts';
import { refused, type Refused } from '../../operators/operator.ts';
import { readPlace, STALE, writePlace } from '../queues/cursor.ts';
import { scopeOf, type Sees } from '../scope.ts';
import { oneByOne, TOO_BUSY, type Reader } from './one-by-one.ts';
import { readPeriod } from './period.ts';
import { readRowId, type RowKey } from './row-id.ts';

const LIMIT = 50;
const LIST = 'settlement';

/** The movements behind one row, the oldest first; reads a day at a time until a page is full. */
export async function listSettlementEntries(
  ctx: Ctx,
  operator: Sees & Reader,
  input: ConsoleInput<'settlementEntries'>,
): Promise<ConsoleResult<'settlementEntries'> | Refused> {
  const period = readPeriod(input);
  if ('refused' in period) return period;
  const key = readRowId(input.row);
  if (key === null) return refused(422, 'no_such_row', 'Open the row from the settlement.');
  const place = input.after === undefined ? null : readPlace(ctx, LIST, input.after);
  if (input.after !== undefined && place === null) return STALE;
  const now = ctx.clock.nowMs();
  const projects = scopeOf(operator);
  if (projects !== null && !projects.includes(key.project)) return { items: [], next: null, now };
  const afterId = place === null ? 0 : Number(place.placeId);
  const from = place === null ? period.from : new Date(place.placeAt);
  const rows = await oneByOne(ctx, operator, () =>
    readEntries(ctx, { ...period, from }, key, afterId),
  );
  if (rows === null) return TOO_BUSY;
  const shown = rows.slice(0, LIMIT);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => entryOf(row, key.currency)),
    next: rows.length > LIMIT && last !== undefined ? cursorAfter(ctx, last) : null,
    now,
  };
}

async function readEntries(
  { db }: Pick<Ctx, 'db'>,
  period: Period,
  key: RowKey,
  afterId: number,
): Promise<SettledEntry[]> {
  const { tax_thousandths: taxThousandths, ...names } = key;
  const found: SettledEntry[] = [];
  for (const day of daysOf(period)) {
    // One more tells whether a page follows.
    const limit = LIMIT + 1 - found.length;
    // Numbers of entries do not follow their times: a place counts in its own day alone.
    const after = day.from.getTime() === period.from.getTime() ? afterId : 0;
    const query = { ...names, taxThousandths, ...day, afterId: after, limit };
    found.push(...(await db.many(settledEntries, query)));
    if (found.length > LIMIT) break;
  }
  return found;
}

/** The day of the last row, and its number. */
function cursorAfter(ctx: Ctx, { at, id }: SettledEntry): string {
  const day = `${at.toISOString().slice(0, 10)}T00:00:00Z`;
  return writePlace(ctx, LIST, { placeAt: day, placeId: String(id) });
}

const WORDS: Readonly<Record<string, string>> = {
  capture: 'Captured',
  refund_done: 'Refunded',
  external_refund: 'Refunded at the gateway',
  paid_outside: 'Paid back by our bank',
  chargeback_lost: 'Charged back',
  chargeback_won_back: 'Chargeback won back',
  fee: 'Fee',
  quarantined: 'Quarantined',
  quarantine_released: 'Left the quarantine',
};

function entryOf(
  row: SettledEntry,
  currency: string,
): ConsoleResult<'settlementEntries'>['items'][number] {
  const { order_id: id, order_no } = row;
  return {
    id: String(row.id),
    at: row.at.getTime(),
    text: WORDS[row.kind] ?? row.kind.replaceAll('_', ' '),
    number: row.subject,
    order: id === null || order_no === null ? null : { id, order_no },
    sum: { minor: row.signed_minor, currency },
  };
}
