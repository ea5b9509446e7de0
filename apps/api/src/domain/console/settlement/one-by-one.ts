import type { Ctx } from '../../../context.ts';
import type { Settled } from '../../ledger/queries.ts';
import { settledRows, type Period } from '../../ledger/settlement-report.ts';
import { refused } from '../../operators/operator.ts';
import { shareReads } from '../overview/share-reads.ts';

/** Reads that may wait. */
const MOST_WAITING = 8;

export const TOO_BUSY = refused(
  503,
  'busy',
  'Other settlements are being read. Try again in some seconds.',
);

type Line = { waiting: number; last: Promise<unknown> };
type Share = ReturnType<typeof shareReads<Settled[] | null>>;

const lines = new WeakMap<object, Line>();
const shares = new WeakMap<object, Share>();

/** Long reads of a process run one after another, so that they take one connection at most. Null: too many wait. */
export async function oneByOne<T>(
  { db, replica }: Pick<Ctx, 'db' | 'replica'>,
  read: () => Promise<T>,
): Promise<T | null> {
  // A read of the replica has a `db` of its own.
  const process = replica ?? db;
  const line = lines.get(process) ?? { waiting: 0, last: Promise.resolve() };
  lines.set(process, line);
  if (line.waiting >= MOST_WAITING) return null;
  line.waiting += 1;
  const result = line.last.then(read).finally(() => {
    line.waiting -= 1;
  });
  line.last = result.catch(() => undefined);
  return result;
}

/** All rows of a period, shared among those who ask for it. Null: too many wait. */
export function readPeriodRows(ctx: Ctx, period: Period): Promise<Settled[] | null> {
  const { db, clock, config } = ctx;
  const share = shares.get(db) ?? shareReads<Settled[] | null>(() => clock.real().getTime());
  shares.set(db, share);
  return share(`${period.from.getTime()} ${period.to.getTime()}`, config.waitScale.pauses, () =>
    oneByOne(ctx, () => settledRows(db, period)),
  );
}
