import { setTimeout as pause } from 'node:timers/promises';
import { createCircuit, type CircuitRules } from '../resilience/circuits.ts';
import { databaseFailure } from './failure.ts';
import { sqlState, type Db, type Tx } from './pool.ts';
import { standbyPosition } from './replica-queries.ts';
import { createMoments } from './replica-moments.ts';

/**
 * A standby that answers display-only reads. Every read says how old its rows may be. When the standby cannot prove that it
 * has all commits up to that moment, or fails, the primary answers at once.
 */
export type Replica = {
  /**
   * Runs `read`, which changes nothing: on the standby, and again on the primary when that fails.
   * @param mostAgeMs 0: the rows have every commit from before this call
   */
  read<T>(mostAgeMs: number, read: (db: Db) => Promise<T>): Promise<ReplicaResult<T>>;
  /** Upper bound of the standby's replication lag, in seconds. */
  lagSeconds(): Promise<number>;
  close(): Promise<void>;
};

/** `ageMs`: staleness bound, as every older commit is in the rows; null: the primary answered. */
export type ReplicaResult<T> = { readonly value: T; readonly ageMs: number | null };

/** The standby, or why the primary answered instead. */
export type ReadEnd = 'replica' | 'behind' | 'busy' | 'away' | 'unfit' | 'conflict' | 'failed';

export type ReplicaOptions = {
  /** Staleness bound of every read. */
  readonly mostAgeMs: number;
  readonly rules?: CircuitRules;
  readonly onRead?: (end: ReadEnd) => void;
  /** The standby failed, or answers again. */
  readonly onChange?: (state: 'open' | 'closed', why: unknown) => void;
};

/** One failure is enough: the primary has the answer. */
export const REPLICA_RULES: CircuitRules = {
  failures: 1,
  runMs: 60_000,
  firstPauseMs: 1_000,
  longestPauseMs: 30_000,
  probeMs: 5_000,
};
/** A standby must report its WAL position within this time. */
const ANSWER_MS = 1_000;
/** A healthy standby is some ms behind: its position is checked so many more times. */
const LOOKS = 4;
const LOOK_MS = 20;
/** After a read that waited in vain, other reads do not wait for this long. */
const NO_WAIT_MS = 1_000;
/** Maximum queued reads, as a multiple of the pool size. */
const MAX_WAITING = 2;
/** One read; its statements never go back in time, even across standbys. */
type Read = { readonly sinceMs: number; position: number; asOfMs: number };

class Behind extends Error {}
/** It is no standby of this database, or follows another timeline. */
class Unfit extends Error {}
class NoAnswer extends Error {}

/** Opens the reads of a standby. The first read connects, so a shop starts without its replica. */
export function openReplica(primary: Db, standby: Db, options: ReplicaOptions): Replica {
  const { mostAgeMs: bound, onRead = () => undefined } = options;
  const now = (): number => performance.now();
  const moments = createMoments(primary, bound, now);
  let why: unknown = null;
  const circuit = createCircuit(options.rules ?? REPLICA_RULES, now, (state) =>
    options.onChange?.(state, why),
  );
  let behindAtMs = -Infinity;
  let freshAtMs = now();

  /** Waits until the standby has replayed far enough. @throws Behind, Unfit */
  async function look(tx: Tx, read: Read): Promise<void> {
    const looks = now() - behindAtMs < NO_WAIT_MS ? 0 : LOOKS;
    for (let tried = 0; ; tried += 1) {
      const here = await tx.one(standbyPosition);
      if (!here.is_standby || !moments.isOfPrimary(here))
        throw new Unfit('it is no standby of this database, or follows another timeline');
      const asOfMs = moments.asOf(here);
      if (asOfMs !== null) freshAtMs = Math.max(freshAtMs, asOfMs);
      if (asOfMs !== null && asOfMs >= read.sinceMs && here.position >= read.position) {
        read.position = here.position;
        read.asOfMs = Math.min(read.asOfMs, asOfMs);
        return;
      }
      if (tried >= looks) {
        behindAtMs = now();
        throw new Behind();
      }
      await pause(LOOK_MS);
    }
  }

  /** One transaction of the standby, whose statements see at least the position checked first. */
  async function within<T>(read: Read, work: (tx: Tx) => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new NoAnswer('it does not answer in time')), ANSWER_MS);
    });
    const done = standby.transaction(
      async (tx) => {
        await look(tx, read);
        clearTimeout(timer);
        return work(tx);
      },
      // Each statement has a snapshot of its own, taken after the check.
      { readOnly: true, isolation: 'read committed' },
    );
    try {
      return await Promise.race([done, late]);
    } finally {
      clearTimeout(timer);
      // The pool ends a connection whose answer never comes.
      done.catch(() => undefined);
    }
  }

  function dbOf(read: Read): Db {
    return {
      ...standby,
      many: (...asked) => within(read, (tx) => tx.many(...asked)),
      one: (...asked) => within(read, (tx) => tx.one(...asked)),
      maybe: (...asked) => within(read, (tx) => tx.maybe(...asked)),
      run: (...asked) => within(read, (tx) => tx.run(...asked)),
      transaction: (work, how) => {
        // Its snapshot would be older than the checked WAL position.
        if (how?.isolation !== undefined) throw new Error('a replica takes no isolation');
        return within(read, work);
      },
    };
  }

  // A read without a statement shows nothing old.
  const ageOf = (asOfMs: number): number => Math.max(0, Math.ceil(now() - asOfMs));

  /** The standby's answer, or why the primary has to give it. */
  async function tryStandby<T>(
    mostAgeMs: number,
    work: (db: Db) => Promise<T>,
  ): Promise<ReplicaResult<T> | Exclude<ReadEnd, 'replica'>> {
    const sinceMs = now() - Math.min(mostAgeMs, bound);
    const { waitingCount, options: pool } = standby.pool;
    if (waitingCount >= MAX_WAITING * pool.max) return 'busy';
    try {
      await moments.know(sinceMs);
    } catch {
      // Without the primary's position no age is known; the primary itself says what is wrong.
      return 'failed';
    }
    if (!circuit.enter()) return 'away';
    const read: Read = { sinceMs, position: 0, asOfMs: Infinity };
    try {
      const value = await work(dbOf(read));
      circuit.leave('answered');
      return { value, ageMs: ageOf(read.asOfMs) };
    } catch (error) {
      const end = endOf(error);
      why = error;
      circuit.leave(end === 'away' || end === 'unfit' ? 'failed' : 'answered');
      return end;
    }
  }

  return {
    read: async (mostAgeMs, work) => {
      const shown = await tryStandby(mostAgeMs, work);
      onRead(typeof shown === 'string' ? shown : 'replica');
      return typeof shown === 'string' ? { value: await work(primary), ageMs: null } : shown;
    },
    lagSeconds: async () => {
      const measured = tryStandby(bound, (db) => db.one(standbyPosition));
      await Promise.race([measured, pause(ANSWER_MS, undefined, { ref: false })]);
      return Math.max(0, now() - freshAtMs) / 1_000;
    },
    close: () => standby.close(),
  };
}

function endOf(error: unknown): Exclude<ReadEnd, 'replica'> {
  if (error instanceof Behind) return 'behind';
  if (error instanceof Unfit) return 'unfit';
  if (error instanceof NoAnswer) return 'away';
  const state = sqlState(error);
  // A statement that took too long, or that blocked replay, says nothing of the next one.
  if (state === '57014') return 'failed';
  if (state === '40001' || state === '40P01') return 'conflict';
  return databaseFailure(error) === null ? 'failed' : 'away';
}

/** Runs a display-only read on the replica, where there is one. @param mostAgeMs 0: with every commit from before the call */
export async function readFromReplica<C extends { readonly db: Db; readonly replica?: Replica }, T>(
  ctx: C,
  mostAgeMs: number,
  read: (ctx: C) => Promise<T>,
): Promise<ReplicaResult<T>> {
  const { replica } = ctx;
  if (replica === undefined) return { value: await read(ctx), ageMs: null };
  return replica.read(mostAgeMs, (db) => read({ ...ctx, db }));
}
