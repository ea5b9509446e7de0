import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { levelled } from './code-level.ts';
import * as v from 'valibot';
import { clientOf, hostsOf } from './hosts.ts';
import { encodeValues, type Statement } from './statement.ts';
import { typeParsers } from './types.ts';

/**
 * The database operations, inside a transaction (`Tx`) and outside (`Db`).
 *
 *     db.many(statement, { name: value })    → Row[]
 *     db.one(statement, { name: value })     → Row, throws when there is not exactly one
 *     db.maybe(statement, { name: value })   → Row | null, throws when there are several
 *     db.run(statement, { name: value })     → number of rows touched
 *     db.transaction(async (tx) => …, { isolation?, readOnly? }) → what the function returned
 *
 * A statement without parameters takes no values: `db.many(statement)`.
 */
export type Queries = {
  many<Row, V extends object>(statement: Statement<Row, V>, ...values: Given<V>): Promise<Row[]>;
  one<Row, V extends object>(statement: Statement<Row, V>, ...values: Given<V>): Promise<Row>;
  maybe<Row, V extends object>(
    statement: Statement<Row, V>,
    ...values: Given<V>
  ): Promise<Row | null>;
  run<Row, V extends object>(statement: Statement<Row, V>, ...values: Given<V>): Promise<number>;
};

/** The values of a call; none for a statement without parameters. */
export type Given<V extends object> = string extends keyof V ? [] : [values: V];

/** A running transaction. While it is open, only the database may be awaited. */
export type Tx = Queries;

export type Db = Queries & {
  /**
   * Runs `work` in one transaction: committed when it returns, rolled back when it throws. After a deadlock or a
   * serialisation conflict `work` runs again, three times at most, like a single statement.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** For notices and for tests; operations use statements. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
};

export type TransactionOptions = {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readonly readOnly?: boolean;
};

export type DbOptions = {
  /** The largest number of connections of this process. */
  readonly max?: number;
  /** Shown in pg_stat_activity. */
  readonly name?: string;
  /** The longest time of a statement, in ms; 30 s by default. */
  readonly timeoutMs?: number;
  /** The pooler between here and the database; null: none. */
  readonly pooler?: PoolerMode | null;
  /** A standby's sessions only read, and every failure is told at once, because the primary answers instead. */
  readonly isReplica?: boolean;
  /** Checks every row against its statement's shape, in tests. */
  readonly checkRows?: boolean;
  /** Called once when a connection breaks; the pool replaces it by itself. */
  readonly onBroken?: (cause: BrokenConnection) => void;
  /** Called for each conflict; consistent lock order should leave none. */
  readonly onConflict?: (conflict: Conflict) => void;
};

/** A pooler keeps a server's connection for a client's session, or lends one for each transaction. */
export type PoolerMode = 'session' | 'transaction';

/** Without the error itself: pg attaches the connection to it, with its keys and the password. */
export type BrokenConnection = { readonly why: string; readonly code: string | null };

/** A transaction, or a single statement, that PostgreSQL aborted because of another. */
export type Conflict = {
  readonly kind: 'deadlock' | 'serialization';
  /** Whether it runs again now; otherwise the caller gets the error. */
  readonly isTriedAgain: boolean;
};

/** A hanging process must not lock an order's row forever. */
const STATEMENT_MS = 30_000;
/** The server's own limit comes first, because its error is the clearer one. */
const ANSWER_GRACE_MS = 2_000;
/** An idle connection to a vanished host ends about 20 s later. */
const KEEP_ALIVE_MS = 10_000;
/** Limits the wait at `close` for connections whose peer is gone. */
const CLOSE_TIMEOUT_MS = 2_000;
/** The primary answers after this. */
const REPLICA_CONNECT_MS = 1_000;
const TRIES = 3;
/** The first pause before a retry. Later pauses are longer, and two losers never wait equally long. */
const RETRY_PAUSE_MS = 25;
const CONFLICTS: ReadonlyMap<string | null, Conflict['kind']> = new Map([
  ['40001', 'serialization'],
  ['40P01', 'deadlock'],
]);

/** A command may let a statement run long, but never a transaction stand still. */
const idleMs = (timeoutMs: number): number => Math.min(timeoutMs, STATEMENT_MS);

export function openDb(url: string, options: DbOptions = {}): Db {
  const timeoutMs = options.timeoutMs ?? STATEMENT_MS;
  const isReplica = options.isReplica === true;
  const limits = {
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: idleMs(timeoutMs),
    ...(isReplica && { options: '-c default_transaction_read_only=on' }),
  };
  const pooler = options.pooler ?? null;
  const hosts = hostsOf(url, isReplica ? 'reads' : 'writes');
  const pool = new pg.Pool({
    connectionString: hosts.firstUrl,
    Client: clientOf(hosts),
    max: options.max ?? 20,
    application_name: levelled(options.name ?? 'webpay'),
    // Callers wait 20 s, so this lets a queue for one row be served rather than refused.
    connectionTimeoutMillis: isReplica ? REPLICA_CONNECT_MS : 15_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    query_timeout: timeoutMs + ANSWER_GRACE_MS,
    // A pooler refuses or ignores startup parameters.
    ...(pooler === null ? limits : {}),
    types: typeParsers,
  });
  // A statement whose answer never came would block the next one on its connection.
  pool.on('release', (_error, client) => {
    if ('readyForQuery' in client && client.readyForQuery === false) void client.end();
  });
  let isClosing = false;
  const ends = new Set<Promise<void>>();
  // Connections report errors below, also while in use; an unhandled error would end the process.
  pool.on('error', () => undefined);
  // A broken connection fails its query, but its unhandled error would end the process. The job
  // queue's permanent connection has no query that could fail.
  pool.on('connect', (client) => {
    client.once('error', (error: Error) => {
      if (!isClosing) options.onBroken?.({ why: error.message, code: codeOf(error) });
    });
    // Later errors of a broken connection repeat the first.
    client.on('error', () => undefined);
    const end = new Promise<void>((resolve) => client.once('end', () => resolve()));
    ends.add(end);
    void end.then(() => ends.delete(end));
  });
  const how: How = { checkRows: options.checkRows ?? false, pooler, limitsMs: timeoutMs };
  const again: Again = async (work) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await work();
      } catch (error) {
        const kind = CONFLICTS.get(sqlState(error));
        if (kind === undefined) throw error;
        const isTriedAgain = tried < TRIES && !isReplica;
        options.onConflict?.({ kind, isTriedAgain });
        if (!isTriedAgain) throw error;
        // Without a pause the loser can take its first row again before the winner wakes up.
        await sleep(tried * RETRY_PAUSE_MS * (1 + Math.random()));
      }
    }
  };
  return {
    ...queriesOn(pool, how, again),
    pool,
    transaction: (work, transactionOptions = {}) =>
      again(() => runTransaction(pool, how, work, transactionOptions)),
    close: async () => {
      isClosing = true;
      if (!pool.ended) await pool.end();
      // `pool.end` resolves before its connections are closed; a database stopped then would break them.
      const timeout = sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false });
      await Promise.race([Promise.all(ends), timeout]);
    },
  };
}

type How = {
  readonly checkRows: boolean;
  readonly pooler: PoolerMode | null;
  readonly limitsMs: number;
};

type Again = <T>(work: () => Promise<T>) => Promise<T>;

/** A statement in a transaction cannot be repeated alone. */
const once: Again = (work) => work();

async function runTransaction<T>(
  pool: pg.Pool,
  how: How,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // An unhandled error between two queries, as at a server restart, would end the process.
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query(begin(options, how));
    const result = await work(queriesOn(client, how, once));
    await client.query('commit');
    return result;
  } catch (error) {
    if (isUnanswered(error)) {
      // The statement runs on, so a rollback would only wait behind it.
      broken = error;
      throw error;
    }
    // A host that turned read-only keeps the connection, and refuses every purchase on it.
    if (error instanceof Error && sqlState(error) === '25006') broken = error;
    await client.query('rollback').catch((rollbackError: unknown) => {
      broken = rollbackError instanceof Error ? rollbackError : new Error('rollback failed');
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

function begin(options: TransactionOptions, { pooler, limitsMs }: How): string {
  const isolation = options.isolation ? ` isolation level ${options.isolation}` : '';
  const start = `begin${isolation}${options.readOnly ? ' read only' : ''}`;
  if (pooler === null) return start;
  return `${start}; set local statement_timeout = ${limitsMs}; set local idle_in_transaction_session_timeout = ${idleMs(limitsMs)}`;
}

function queriesOn(target: pg.Pool | pg.PoolClient, how: How, again: Again): Queries {
  async function many<Row, V extends object>(
    statement: Statement<Row, V>,
    ...values: Given<V>
  ): Promise<Row[]> {
    const { rows } = await again(() => target.query(query(statement, values, how)));
    if (how.checkRows) for (const row of rows) v.assert(statement.row, row);
    // Verified edge: the test over all statements compares each row shape with PostgreSQL's own column types.
    return rows as Row[];
  }
  return {
    many,
    one: async (statement, ...values) => {
      const rows = await many(statement, ...values);
      const row = rows[0];
      if (row === undefined || rows.length > 1) {
        throw new Error(`${statement.name} answered ${rows.length} rows, not one`);
      }
      return row;
    },
    maybe: async (statement, ...values) => {
      const rows = await many(statement, ...values);
      if (rows.length > 1) throw new Error(`${statement.name} answered ${rows.length} rows`);
      return rows[0] ?? null;
    },
    run: async (statement, ...values) => {
      const { rowCount } = await again(() => target.query(query(statement, values, how)));
      return rowCount ?? 0;
    },
  };
}

function query(
  statement: Statement<unknown, object>,
  [values]: readonly [object?],
  { pooler }: How,
) {
  return {
    // In transaction mode the next connection of the server does not know the name.
    ...(pooler === 'transaction' ? {} : { name: statement.name }),
    text: statement.text,
    values: encodeValues(statement.params, values ?? {}),
  };
}

const isUnanswered = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';

/** A SQLSTATE, or Node's code of a network error. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** The SQLSTATE of a PostgreSQL error, such as `23505`; null for any other error. */
export function sqlState(error: unknown): string | null {
  const code = codeOf(error);
  return code !== null && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** The violated constraint of a PostgreSQL error, which tells a refusal from a bug; null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  if (sqlState(error)?.startsWith('23') !== true) return null;
  if (!(error instanceof Error) || !('constraint' in error)) return null;
  return typeof error.constraint === 'string' ? error.constraint : null;
}
