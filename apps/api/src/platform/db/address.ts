/** A DATABASE_URL, in any form that libpq takes. */
export type DatabaseAddress = {
  /** One address for each host, in the order given; the driver takes them. */
  readonly places: readonly Place[];
  readonly user: string;
  /** Empty: none. */
  readonly password: string;
  readonly database: string;
  /** `sslmode`, as it was given; null: none. */
  readonly sslmode: string | null;
  /** True for several hosts, and for an address that asks for a kind of host: hosts.ts then chooses. */
  readonly isChosen: boolean;
};

export type Place = {
  /** The whole address with this host alone. */
  readonly url: string;
  /** A name or an address; the folder of a socket begins with `/`. */
  readonly host: string;
  readonly port: number;
  /** As sentences name it: without user and password. */
  readonly label: string;
};

/** `writes`: the database; `reads`: a standby of it. */
export type AddressFor = 'writes' | 'reads';

/** The two addresses of one database. */
export type Addresses = {
  /** For the shop: its role reads and writes rows, and owns nothing. */
  readonly url: string;
  /** For migrations: its role owns the schema. The same as `url` where one role does both. */
  readonly ownerUrl: string;
};

/** The shop writes, so it has no use for a standby; but a replica is one. */
const SESSION_ATTRS: Readonly<Record<AddressFor, ReadonlySet<string>>> = {
  writes: new Set(['any', 'read-write', 'primary']),
  reads: new Set(['any', 'read-only', 'standby']),
};
const DEFAULT_PORT = '5432';
const SHAPE =
  /^postgres(?:ql)?:\/\/(?:(?<login>[^/?#]*)@)?(?<hosts>[^@/?#]*)\/(?<database>[^/?#]+)(?:\?(?<query>[^#]*))?$/;
const HOST = /^(?<host>\[[0-9a-fA-F:.]+\]|[^:[\]]*)(?::(?<port>\d{1,5}))?$/;

/**
 * Reads `postgres://user:password@host:5432/database`, with several hosts after commas, and sockets as
 * `?host=/run/postgresql` or `%2Frun%2Fpostgresql`.
 * @returns why it cannot be used: a part of a sentence that leaves out the address and its password
 */
export function readDatabaseAddress(
  value: string,
  use: AddressFor = 'writes',
): DatabaseAddress | string {
  const { login = '', hosts = '', database = '', query = '' } = SHAPE.exec(value)?.groups ?? {};
  if (database === '') return 'is not an address like postgres://user:password@host:5432/database';
  const params = new URLSearchParams(query);
  // Programs differ in which of two values they take.
  const twice = [...params.keys()].find((name) => params.getAll(name).length > 1);
  if (twice !== undefined) return `names ${twice} twice`;
  const attrs = params.get('target_session_attrs');
  if (attrs !== null && !SESSION_ATTRS[use].has(attrs)) {
    const why = use === 'writes' ? 'the shop writes, so give' : 'a replica is only read, so give';
    const last = use === 'writes' ? 'read-write, primary' : 'read-only, standby';
    return `asks for target_session_attrs=${attrs}: ${why} ${last} or any`;
  }
  const named = namedHosts(hosts, params);
  if (typeof named === 'string') return named;
  const [user = '', ...rest] = login.split(':');
  const text = [login, database].map(decoded);
  if (text.includes(null)) return 'has a percent sign that stands for no character';
  // The driver prefers a name in the address to that of the process, which tells its release (code-level.ts).
  for (const own of ['host', 'port', 'target_session_attrs', 'application_name']) {
    params.delete(own);
  }
  const others = params.size === 0 ? '' : `?${params.toString()}`;
  const before = login === '' ? '' : `${login}@`;
  const isChosen = named.length > 1 || (attrs !== null && attrs !== 'any');
  return {
    places: named.map(({ host, port }) => ({
      url: `postgres://${before}${hostInUrl(host)}:${port}/${database}${others}`,
      host: host.replace(/^\[(.+)\]$/, '$1'),
      port: Number(port),
      label: host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`,
    })),
    user: params.get('user') ?? decoded(user) ?? '',
    password: params.get('password') ?? decoded(rest.join(':')) ?? '',
    database: decoded(database) ?? '',
    sslmode: params.get('sslmode'),
    isChosen,
  };
}

type Named = { readonly host: string; readonly port: string };

/** The hosts and ports of the address, or of `host` and `port` in its query. */
function namedHosts(hosts: string, params: URLSearchParams): readonly Named[] | string {
  const inQuery = params.get('host');
  const each = (inQuery ?? hosts).split(',');
  const ports = params.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== each.length) {
    return `names ${each.length} hosts and ${ports.length} ports`;
  }
  const named: Named[] = [];
  for (const [index, text] of each.entries()) {
    const folder = decoded(text);
    const isSocket = folder?.startsWith('/') === true;
    const parts = isSocket ? { host: folder } : HOST.exec(text)?.groups;
    const host = parts?.['host'] ?? null;
    const port = ports[index] ?? ports[0] ?? parts?.['port'] ?? DEFAULT_PORT;
    const isPort = /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
    if (host === null || !isPort) return `holds a host that is not like db.example:5432`;
    named.push({ host: host === '' ? 'localhost' : host, port });
  }
  return named;
}

function hostInUrl(host: string): string {
  return host.startsWith('/') ? encodeURIComponent(host) : host;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Whether all hosts are this machine: loopback or sockets. */
export function isHere({ places }: DatabaseAddress): boolean {
  return places.every(({ host }) => /^(?:\/.*|localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host));
}
