import pg from 'pg';
import { StartError } from '../start-error.ts';
import { readDatabaseAddress, type DatabaseAddress, type Place } from './address.ts';
import { NoWritableHost, writableUrl } from './hosts.ts';
import { codeOf } from './pool.ts';

const OLDEST = 15;
/** The same as for the shop's connections (pool.ts): a busy machine is slow, not unreachable. */
const CONNECT_TIMEOUT_S = 15;

/**
 * Connects to DATABASE_URL, or to the variable of that name. `isEmbedded`: the shop's own start set the address and
 * restarts that server.
 * @throws StartError with one sentence that never contains the password
 */
export async function reachDatabase(
  url: string,
  isEmbedded = false,
  name = 'DATABASE_URL',
): Promise<void> {
  let client: pg.Client | null = null;
  try {
    client = new pg.Client({
      connectionString: await writableUrl(url),
      connectionTimeoutMillis: CONNECT_TIMEOUT_S * 1_000,
    });
    // An error after the answer does not matter here.
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int4 / 10000 as version`,
    );
    const version = rows[0]?.version ?? 0;
    if (version < OLDEST) {
      throw new StartError(
        `${name} names a PostgreSQL ${version} server: the shop needs version ${OLDEST} or newer.`,
      );
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    const why = isEmbedded
      ? `The embedded database does not answer at ${new URL(url).host}: npm start brings it back by itself, or says why it cannot.`
      : `${name} cannot be used: ${reasonOf(error, url)}.`;
    throw new StartError(why, { cause: error });
  } finally {
    await client?.end().catch(() => undefined);
  }
}

function reasonOf(error: unknown, url: string): string {
  const address = readDatabaseAddress(url);
  if (typeof address === 'string') return address;
  if (error instanceof NoWritableHost) {
    const each = error.reasons.map((one) => reason(one.error, one.place, address));
    return `no host accepts writes: ${each.join('; ')}`;
  }
  const [place] = address.places;
  return place === undefined ? 'it names no host' : reason(error, place, address);
}

function reason(
  error: unknown,
  { label: place, host }: Place,
  { user, database }: DatabaseAddress,
): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  switch (codeOf(first)) {
    case '28P01':
    case '28000':
      return `the server at ${place} refuses user "${user}" with that password`;
    case '3D000':
      return `the server at ${place} has no database "${database}"`;
    case '53300':
      return `the server at ${place} has no connection left`;
    case '57P03':
      return `the server at ${place} is still starting or stopping`;
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `nothing answers at ${place}, so start PostgreSQL there or correct the address`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host "${host}"`;
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
