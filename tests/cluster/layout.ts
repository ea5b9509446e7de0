import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { SystemUser } from '../../apps/api/src/platform/system-user.ts';
import { DEPLOY } from '../support/deploy-files.ts';

/** The three machines of the database. */
export const NODES = [1, 2, 3] as const;
export type Node = (typeof NODES)[number];

/** In the order of the ports from BASE on. */
export const PORTS = [
  'shop',
  'sandbox',
  'console',
  'prometheus',
  'alertmanager',
  'primary',
  'replicas',
  'databaseStats',
  'shopStats',
  ...NODES.flatMap((n) => [`etcd${n}`, `etcdPeer${n}`, `pg${n}`, `patroni${n}`] as const),
  'server1',
  'server1Metrics',
  'server2',
  'server2Metrics',
  'worker1Metrics',
  'worker2Metrics',
  'restoredPg',
  'restoredShop',
  'restoredMetrics',
  'preview',
  ...NODES.flatMap((n) => NODES.map((m) => `relay${n}Etcd${m}` as const)),
  'pooler',
] as const;
export type PortName = (typeof PORTS)[number];

/** Patroni's three times, s: `ttl` is at least `loopWait` + 2 × `retryTimeout`. */
export type Times = {
  readonly ttl: number;
  readonly loopWait: number;
  readonly retryTimeout: number;
};
/** Times for shared and slow machines. */
export const CALM: Times = { ttl: 15, loopWait: 4, retryTimeout: 5 };
/** Times for quiet machines: every stall longer than `ttl` is a failover. */
export const QUICK: Times = { ttl: 10, loopWait: 2, retryTimeout: 3 };

export type Layout = {
  /** All state of the cluster, below one folder. */
  readonly folder: string;
  /** The user without rights that everything runs as; null: the one that starts it. */
  readonly user: SystemUser | null;
  readonly port: (name: PortName) => number;
  readonly secrets: Readonly<Record<Secret, string>>;
  /** PostgreSQL's programs. */
  readonly postgresBin: string;
  readonly times: Times;
};

const SECRETS = ['super', 'replication', 'rewind', 'rest', 'owner', 'runtime'] as const;
type Secret = (typeof SECRETS)[number];
const FILLED = [
  'haproxy-db.cfg',
  'haproxy-shop.cfg',
  'pgbouncer.ini',
  'pgbouncer-users.txt',
  'prometheus.yml',
  'alertmanager.yml',
] as const;
const FOLDERS = ['conf', 'logs', 'etcd', 'pg', 'backup', 'spool', 'sock', 'shop', 'watch'] as const;
export const HOST = '127.0.0.1';

/** Creates the folders of a cluster. @param ports one for each name of PORTS */
export function makeLayout(
  given: Pick<Layout, 'folder' | 'user' | 'postgresBin' | 'times'>,
  ports: readonly number[],
): Layout {
  const byName = new Map(PORTS.map((name, n) => [name, ports[n]]));
  const layout: Layout = {
    ...given,
    port: (name) => {
      const port = byName.get(name);
      if (port === undefined) throw new Error(`there is no port for ${name}`);
      return port;
    },
    // Verified edge: the keys of SECRETS.
    secrets: Object.fromEntries(
      SECRETS.map((name) => [name, randomBytes(16).toString('hex')]),
    ) as Layout['secrets'],
  };
  own(layout, given.folder, 0o700);
  for (const name of FOLDERS) {
    mkdirSync(path.join(given.folder, name));
    own(layout, path.join(given.folder, name), 0o700);
  }
  return layout;
}

function own({ user }: Layout, place: string, mode: number): void {
  chmodSync(place, mode);
  if (user !== null) chownSync(place, user.uid, user.gid);
}

/** The address of the shop's database by role: through the proxy, or of one machine past every proxy. */
export function databaseUrl(
  { secrets, port }: Layout,
  role: 'owner' | 'runtime' | 'super',
  at: PortName = 'primary',
  database = 'webpay',
): string {
  const name = role === 'super' ? 'postgres' : `webpay_${role}`;
  return `postgres://${name}:${secrets[role]}@${HOST}:${port(at)}/${database}`;
}

/** The address of all three machines at once, for a shop without a proxy before its database. */
export function severalHosts({ secrets, port }: Layout, wanted = 'read-write'): string {
  const hosts = NODES.map((n) => `${HOST}:${port(`pg${n}`)}`).join(',');
  return `postgres://webpay_runtime:${secrets.runtime}@${hosts}/webpay?target_session_attrs=${wanted}`;
}

export const confOf = ({ folder }: Layout, name: string): string => path.join(folder, 'conf', name);

/** Fills the files of deploy/cluster and writes them below the cluster's folder. */
export function writeConfiguration(layout: Layout): void {
  const common = {
    folder: layout.folder,
    host: HOST,
    postgresBin: layout.postgresBin,
    systemUser: layout.user?.name ?? userInfo().username,
    // Three servers share this machine.
    sharedBuffers: '128MB',
    ...layout.times,
    ...Object.fromEntries(SECRETS.map((name) => [`${name}Password`, layout.secrets[name]])),
    ...Object.fromEntries(PORTS.map((name) => [name, layout.port(name)])),
  };
  for (const node of NODES) {
    const its = {
      ...common,
      node,
      etcd: layout.port(`etcd${node}`),
      etcdPeer: layout.port(`etcdPeer${node}`),
      pg: layout.port(`pg${node}`),
      patroni: layout.port(`patroni${node}`),
    };
    for (const kind of ['etcd.yml', 'patroni.yml', 'pgbackrest.conf']) {
      const { name, ext } = path.parse(kind);
      write(layout, `${name}${node}${ext}`, filled(kind, its));
    }
    write(layout, `relay${node}.cfg`, relayText(layout, node));
  }
  write(layout, 'post-init.sh', filled('post-init.sh', common), 0o700);
  for (const name of FILLED) write(layout, name, filled(name, common));
  for (const name of ['cluster/cluster.rules.yml', 'monitoring/webpay.rules.yml']) {
    write(layout, path.basename(name), readFileSync(path.join(DEPLOY, name), 'utf8'));
  }
}

/** A proxy between one Patroni and the three etcds: a drill silences it, and the machine has no etcd left. */
function relayText({ port }: Layout, node: Node): string {
  const listens = NODES.map(
    (n) =>
      `listen etcd${n}\n  bind ${HOST}:${port(`relay${node}Etcd${n}`)}\n  server etcd${n} ${HOST}:${port(`etcd${n}`)}\n`,
  );
  const limits = ['connect 2s', 'client 1h', 'server 1h'].map((each) => `  timeout ${each}\n`);
  return `global\n  maxconn 200\ndefaults\n  mode tcp\n${limits.join('')}${listens.join('')}`;
}

function write(layout: Layout, name: string, text: string, mode = 0o600): void {
  const file = confOf(layout, name);
  writeFileSync(file, text);
  own(layout, file, mode);
}

/** Replaces every `${name}` of a file of deploy/cluster. @throws Error for a name without a value */
export function filled(name: string, values: Readonly<Record<string, unknown>>): string {
  const text = readFileSync(path.join(DEPLOY, 'cluster', name), 'utf8');
  return text.replaceAll(/\$\{(\w+)\}/g, (whole, key: string) => {
    if (!Object.hasOwn(values, key)) throw new Error(`${name}: ${whole} has no value`);
    return String(values[key]);
  });
}
