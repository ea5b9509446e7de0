import pg from 'pg';
import { StartError } from '../start-error.ts';
import { writableUrl } from './hosts.ts';
import { codeOf, type PoolerMode } from './pool.ts';

const CONNECT_MS = 15_000;
/** A value that no server has by itself. */
const MARK_MS = 1_234_567;

/**
 * Refuses a pooler that the configuration does not name: it would ignore time limits, and in transaction mode lose
 * named statements.
 * @param named the mode that the configuration names; null: no pooler
 * @throws StartError with one sentence
 */
export async function refusePooler(url: string, named: PoolerMode | null): Promise<void> {
  // The shop then uses only what this mode keeps.
  if (named === 'transaction') return;
  const connectionString = await writableUrl(url);
  const marked = named === null ? { statement_timeout: MARK_MS } : {};
  const clients = [1, 2].map(() => {
    const options = { connectionString, connectionTimeoutMillis: CONNECT_MS, ...marked };
    const client = new pg.Client(options);
    client.on('error', () => undefined);
    return client;
  });
  try {
    await Promise.all(clients.map((client) => client.connect()));
    const [one, other] = clients;
    if (one === undefined || other === undefined) return;
    if (named === null && (await timeLimitOf(one)) !== String(MARK_MS)) {
      throw new StartError(UNNAMED);
    }
    if (await areLent(one, other)) throw new StartError(named === null ? UNNAMED : NOT_SESSION);
  } catch (error) {
    const isRefused = error instanceof Error && /startup parameter/i.test(error.message);
    if (isRefused && codeOf(error) === '08P01') throw new StartError(UNNAMED, { cause: error });
    throw error;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

const UNNAMED =
  'DATABASE_URL leads through a connection pooler: set DATABASE_POOLER to its mode, session or transaction, or name PostgreSQL itself.';
const NOT_SESSION =
  'DATABASE_POOLER is session, but the pooler of DATABASE_URL lends its connections for one transaction: set DATABASE_POOLER=transaction.';

async function timeLimitOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ setting: string }>(
    `select setting from pg_settings where name = 'statement_timeout'`,
  );
  return rows[0]?.setting;
}

/** Whether two open connections share the server's processes. */
async function areLent(one: pg.Client, other: pg.Client): Promise<boolean> {
  const first = await pidOf(one);
  await other.query('begin');
  const held = await pidOf(other);
  const second = await pidOf(one);
  await other.query('rollback');
  return held === first || first !== second;
}

async function pidOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
