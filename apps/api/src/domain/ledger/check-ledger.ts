import type { Ctx } from '../../context.ts';
import { balances, daysToCheck, lastEntry, ledgerDiscrepancies, recordCheck } from './queries.ts';

const DAY_MS = 86_400_000;
/** A day is kept as checked once no transaction can add to it. */
const CLOSED_AFTER_MS = DAY_MS / 4;
/** Entries that one statement sums up. */
const ENTRIES_AT_ONCE = 200_000;

export type Discrepancy = {
  readonly day: string;
  readonly what: string;
  /** The attempt or refund. */
  readonly subject: string;
  readonly currency: string;
  readonly offMinor: number;
};

/**
 * Compares the ledger with attempts and refunds, one UTC day at a time, the newest first: each
 * day without a recorded clean check, including today. Sound days are stored, so a killed run
 * continues.
 * @param options.from the first day; earlier checks since then are repeated
 * @param options.limit maximum number of days
 */
export async function checkLedger(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  options: {
    readonly from?: string | undefined;
    readonly limit?: number;
    readonly onDay?: (day: string) => void;
  } = {},
): Promise<readonly Discrepancy[]> {
  const { from, limit, onDay } = options;
  const found: Discrepancy[] = [];
  for (const day of await daysOf(ctx, from, limit)) {
    onDay?.(day);
    const start = new Date(`${day}T00:00:00Z`);
    const end = new Date(start.getTime() + DAY_MS);
    const rows = await ctx.db.many(ledgerDiscrepancies, { from: start, to: end });
    for (const { off_minor: offMinor, ...row } of rows) found.push({ ...row, day, offMinor });
    if (end.getTime() + CLOSED_AFTER_MS > ctx.clock.nowMs()) continue;
    await ctx.db.run(recordCheck, { day, found: rows.length, checkedAt: ctx.clock.now() });
  }
  return found;
}

async function daysOf(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  from: string | undefined,
  limit: number | undefined,
): Promise<readonly string[]> {
  const lastDay = dayOf(clock.nowMs());
  if (from === undefined) {
    return (await db.many(daysToCheck, { lastDay, limit: limit ?? null })).map(({ day }) => day);
  }
  const days: string[] = [];
  for (let ms = Date.parse(from); dayOf(ms) <= lastDay; ms += DAY_MS) days.push(dayOf(ms));
  return days.toReversed().slice(0, limit);
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export type Balance = {
  readonly account: string;
  readonly currency: string;
  readonly signed_minor: number;
};

/** The balance of each account and currency, in minor units, summed up in batches of entries. */
export async function readBalances({ db }: Pick<Ctx, 'db'>): Promise<readonly Balance[]> {
  const sums = new Map<string, Balance>();
  const { id: last } = await db.one(lastEntry);
  for (let afterId = 0; afterId < last; afterId += ENTRIES_AT_ONCE) {
    const upToId = Math.min(last, afterId + ENTRIES_AT_ONCE);
    for (const row of await db.many(balances, { afterId, upToId })) {
      const key = `${row.account} ${row.currency}`;
      const before = sums.get(key)?.signed_minor ?? 0;
      sums.set(key, { ...row, signed_minor: before + row.signed_minor });
    }
  }
  return [...sums.entries()].toSorted(byKey).map(([, sum]) => sum);
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : Number(a > b);
