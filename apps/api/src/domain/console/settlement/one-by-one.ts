import type { Ctx } from '../../../context.ts';
import type { Settled } from '../../ledger/queries.ts';
import { settledRows, type Period } from '../../ledger/settlement-report.ts';
import { isScript, refused, type Operator } from '../../operators/operator.ts';
import { shareReads } from '../overview/share-reads.ts';

/** Reads that may wait, and those of scripts among them: a person always finds a place. */
const MAX_WAITING = 8;
const MAX_OF_SCRIPTS = 2;

export const TOO_BUSY = refused(
  503,
  'busy',
  'Other settlements are being read. Try again in some seconds.',
);

type Line = { waiting: number; scripts: number; last: Promise<unknown> };
/** A person, or a script by its token. */
export type Reader = Pick<Operator, 'permissions'>;
type Share = ReturnType<typeof shareReads<Settled[] | null>>;

const lines = new WeakMap<object, Line>();
const shares = new WeakMap<object, Share>();

/** Long reads of a process run one after another, so that they take one connection at most. Null: too many wait. */
export async function oneByOne<T>(
  { db, replica }: Pick<Ctx, 'db' | 'replica'>,
  reader: Reader,
  read: () => Promise<T>,
): Promise<T | null> {
  // A read of the replica has a `db` of its own.
  const process = replica ?? db;
  const line = lines.get(process) ?? { waiting: 0, scripts: 0, last: Promise.resolve() };
  lines.set(process, line);
  const ofScripts = isScript(reader) ? 1 : 0;
  if (line.waiting >= MAX_WAITING || (ofScripts > 0 && line.scripts >= MAX_OF_SCRIPTS)) return null;
  line.waiting += 1;
  line.scripts += ofScripts;
  const result = line.last.then(read).finally(() => {
    line.waiting -= 1;
    line.scripts -= ofScripts;
  });
  line.last = result.catch(() => undefined);
  return result;
}

/** All rows of a period, shared among those who ask for it. Null: too many wait. */
export function readPeriodRows(
  ctx: Ctx,
  reader: Reader,
  period: Period,
): Promise<Settled[] | null> {
  const { db, clock, config } = ctx;
  const share = shares.get(db) ?? shareReads<Settled[] | null>(() => clock.real().getTime());
  shares.set(db, share);
  return share(`${period.from.getTime()} ${period.to.getTime()}`, config.waitScale.pauses, () =>
    oneByOne(ctx, reader, () => settledRows(db, period)),
  );
}
