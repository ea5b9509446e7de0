import pg from 'pg';
import { StartError } from '../start-error.ts';
import { codeOf } from './pool.ts';

const OLDEST = 15;
/** The same as for the shop's connections (pool.ts): a busy machine is slow, not unreachable. */
const CONNECT_TIMEOUT_S = 15;

/**
 * Connects to DATABASE_URL. `isEmbedded`: the shop's own start set the address and restarts that server.
 * @throws StartError with one sentence that never contains the password
 */
export async function reachDatabase(url: string, isEmbedded = false): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_S * 1_000,
  });
  // An error after the answer does not matter here.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int4 / 10000 as version`,
    );
    const version = rows[0]?.version ?? 0;
    if (version < OLDEST) {
      throw new StartError(
        `DATABASE_URL names a PostgreSQL ${version} server: the shop needs version ${OLDEST} or newer.`,
      );
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    const why = isEmbedded
      ? `The embedded database does not answer at ${new URL(url).host}: npm start brings it back by itself, or says why it cannot.`
      : `DATABASE_URL cannot be used: ${reason(error, new URL(url))}.`;
    throw new StartError(why, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}

function reason(error: unknown, url: URL): string {
  const place = `${url.hostname || 'localhost'}:${url.port || '5432'}`;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  switch (codeOf(first)) {
    case '28P01':
    case '28000':
      return `the server at ${place} refuses user "${decodeURIComponent(url.username)}" with that password`;
    case '3D000':
      return `the server at ${place} has no database "${url.pathname.slice(1)}"`;
    case '53300':
      return `the server at ${place} has no connection left`;
    case '57P03':
      return `the server at ${place} is still starting or stopping`;
    case 'ECONNREFUSED':
      return `nothing answers at ${place}, so start PostgreSQL there or correct the address`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host "${url.hostname}"`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${place} cannot be reached`;
    case null:
    default:
      break;
  }
  const said = first instanceof Error ? first.message : String(first);
  return /timeout/i.test(said)
    ? `${place} does not answer within ${CONNECT_TIMEOUT_S} seconds`
    : `${place} says: ${said}`;
}
