import pg from 'pg';
import { readDatabaseAddress, type AddressFor, type Place } from './address.ts';

/** A host that accepts the connection has this long to say whether it accepts writes. */
const ASK_MS = 3_000;

/** No host accepts writes at this moment, or none is a standby; `reasons` has one for each. */
export class NoWritableHost extends Error {
  readonly code = 'NO_WRITABLE_HOST';
  readonly reasons: readonly { readonly place: Place; readonly error: unknown }[];

  constructor(reasons: NoWritableHost['reasons'], use: AddressFor = 'writes') {
    super(use === 'writes' ? 'no host of DATABASE_URL accepts writes' : 'no host is a standby');
    this.reasons = reasons;
  }
}

class OtherHost extends Error {
  constructor(use: AddressFor) {
    super(use === 'writes' ? 'it is read-only' : 'it is no standby');
  }
}

/** Chooses one of the hosts of an address. */
export type Hosts = {
  /** The first host's address: user, database and TLS are the same for all. */
  readonly firstUrl: string;
  /** The host that accepts writes, or a standby. @throws NoWritableHost */
  find(): Promise<Place>;
  /** The known host failed: the next `find` asks all again. */
  forget(): void;
};

/**
 * Asks all hosts at once, so that a silent one delays nothing. A single host is not asked, unless the
 * address wants one that accepts writes, or a standby.
 * @throws when the address cannot be used; the configuration has refused it before
 */
export function hostsOf(url: string, use: AddressFor = 'writes'): Hosts {
  const address = readDatabaseAddress(url, use);
  if (typeof address === 'string') throw new Error(`DATABASE_URL ${address}`);
  const { places, isChosen } = address;
  const [first] = places;
  if (first === undefined) throw new Error('DATABASE_URL names no host');
  const firstUrl = first.url;
  if (!isChosen) return { firstUrl, find: async () => first, forget: () => undefined };
  let known: Promise<Place> | null = null;
  return {
    firstUrl,
    find: () => {
      known ??= findHost(places, use).catch((error: unknown) => {
        known = null;
        throw error;
      });
      return known;
    },
    forget: () => {
      known = null;
    },
  };
}

/** The address of the host that accepts writes, for programs that connect once. @throws NoWritableHost */
export async function writableUrl(url: string): Promise<string> {
  return (await hostsOf(url).find()).url;
}

async function findHost(places: readonly Place[], use: AddressFor): Promise<Place> {
  const reasons: { place: Place; error: unknown }[] = [];
  const asked = places.map(async (place) => {
    try {
      await askHost(place, use);
      return place;
    } catch (error) {
      reasons.push({ place, error });
      throw error;
    }
  });
  return Promise.any(asked).catch(() => {
    throw new NoWritableHost(reasons, use);
  });
}

/** @throws when the host does not answer, or is of the other kind */
async function askHost(place: Place, use: AddressFor): Promise<void> {
  const client = new pg.Client({
    connectionString: place.url,
    application_name: 'webpay-host',
    connectionTimeoutMillis: ASK_MS,
    query_timeout: ASK_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ writes: boolean; reads: boolean }>(
      `select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as writes,
        pg_is_in_recovery() as reads`,
    );
    if (rows[0]?.[use] !== true) throw new OtherHost(use);
  } finally {
    void client.end().catch(() => undefined);
  }
}

type ConnectCallback = (error: Error | null) => void;

/** The driver's client, connected to the chosen host of that moment. */
export function clientOf(hosts: Hosts): typeof pg.Client {
  return class HostClient extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<pg.Client> | void {
      if (callback === undefined) return this.#connectToHost();
      void this.#connectFor(callback);
    }

    async #connectFor(callback: ConnectCallback): Promise<void> {
      let failure: Error | null = null;
      try {
        await this.#connectToHost();
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
      }
      callback(failure);
    }

    async #connectToHost(): Promise<pg.Client> {
      const { host, port } = await hosts.find();
      this.host = host;
      this.port = port;
      // The next connection asks again, and so finds a new primary.
      this.once('error', hosts.forget);
      try {
        return await super.connect();
      } catch (error) {
        hosts.forget();
        throw error;
      }
    }
  };
}
