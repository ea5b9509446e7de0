import path from 'node:path';
import {
  confOf,
  databaseUrl,
  HOST,
  NODES,
  severalHosts,
  type Layout,
  type Node,
} from './layout.ts';
import { programAt } from './packages.ts';
import type { Part } from './supervisor.ts';

/** The code of this clone. */
export const ROOT = path.join(import.meta.dirname, '../..');
const NODE = path.join(ROOT, 'node_modules/.bin/node');

/** Selects the parts that a cluster has. */
export type Size = {
  /** One server and one worker, and no console, Prometheus and Alertmanager: for a short test. */
  readonly isSmall: boolean;
  /** The shop connects to the three machines of the database by itself, without the proxy. */
  readonly isDirect: boolean;
  /** Each Patroni reaches the etcds through a proxy of its own, which a drill can silence. */
  readonly hasRelays?: boolean;
};

const system = (
  name: string,
  program: string,
  words: readonly string[],
  more: Partial<Part> = {},
): Part => ({ name, command: programAt(program) ?? program, words, ...more });

/** The database: three machines with etcd and Patroni, and the proxy of a shop's machine. */
export function databaseParts(layout: Layout, { isDirect, hasRelays = false }: Size): Part[] {
  const conf = (name: string): string => confOf(layout, name);
  return [
    ...NODES.map((n) => system(`etcd${n}`, 'etcd', ['--config-file', conf(`etcd${n}.yml`)])),
    ...(hasRelays ? NODES.map((n) => proxy(layout, `relay${n}`)) : []),
    ...NODES.map((n) =>
      system(`patroni${n}`, 'patroni', [conf(`patroni${n}.yml`)], {
        stopMs: 30_000,
        env: hasRelays ? throughRelay(layout, n) : {},
      }),
    ),
    ...(isDirect ? [] : [proxy(layout, 'haproxy-db')]),
  ];
}

const proxy = (layout: Layout, name: string): Part =>
  system(name, 'haproxy', ['-db', '-f', confOf(layout, `${name}.cfg`)]);

/** Without `USE_PROXIES` Patroni would ask etcd for its members, and go past the relay. */
const throughRelay = ({ port }: Layout, node: Node): Readonly<Record<string, string>> => ({
  PATRONI_ETCD_HOSTS: NODES.map((n) => `${HOST}:${port(`relay${node}Etcd${n}`)}`).join(','),
  PATRONI_ETCD_USE_PROXIES: 'on',
});

/** A pooler in transaction mode before the proxy of the database. */
export const poolerPart = (layout: Layout): Part =>
  system('pooler', 'pgbouncer', [confOf(layout, 'pgbouncer.ini')]);

/** The settings of a process behind it. */
export const throughPooler = (layout: Layout): Readonly<Record<string, string>> => ({
  DATABASE_URL: databaseUrl(layout, 'runtime', 'pooler'),
  DATABASE_POOLER: 'transaction',
});

/**
 * The shop on it, its proxy, and what watches both.
 * @param root of the code that servers, workers and console run
 * @param more settings of all of them
 */
export function shopParts(
  layout: Layout,
  size: Size,
  root = ROOT,
  more: Readonly<Record<string, string>> = {},
): Part[] {
  const conf = (name: string): string => confOf(layout, name);
  const { folder, port } = layout;
  const numbers = size.isSmall ? ([1] as const) : ([1, 2] as const);
  const listen = (name: 'prometheus' | 'alertmanager'): string =>
    `--web.listen-address=${HOST}:${port(name)}`;
  const watch = (name: string): string => path.join(folder, 'watch', name);
  const watching = [
    own('console', 'api/src/console.ts', shopEnv(layout, size, more), root),
    system('prometheus', 'prometheus', [
      `--config.file=${conf('prometheus.yml')}`,
      `--storage.tsdb.path=${watch('prometheus')}`,
      listen('prometheus'),
    ]),
    system('alertmanager', 'prometheus-alertmanager', [
      `--config.file=${conf('alertmanager.yml')}`,
      `--storage.path=${watch('alertmanager')}`,
      listen('alertmanager'),
      '--cluster.listen-address=',
    ]),
  ];
  return [
    own('sandbox', 'sandbox/src/main.ts', shopEnv(layout, size)),
    ...numbers.map((n) =>
      own(
        `server${n}`,
        'api/src/server.ts',
        shopEnv(layout, size, {
          PORT: String(port(`server${n}`)),
          METRICS_PORT: String(port(`server${n}Metrics`)),
          ...more,
        }),
        root,
      ),
    ),
    ...numbers.map((n) =>
      own(
        `worker${n}`,
        'api/src/worker.ts',
        shopEnv(layout, size, {
          WORKER_METRICS_PORT: String(port(`worker${n}Metrics`)),
          ...more,
        }),
        root,
      ),
    ),
    proxy(layout, 'haproxy-shop'),
    ...(size.isSmall ? [] : watching),
  ];
}

/** A program of the shop as a process. @param root of its code */
export function own(name: string, script: string, env: Part['env'] = {}, root = ROOT): Part {
  const file = path.join(root, 'apps', script);
  return { name, command: NODE, words: ['--enable-source-maps', file], env, stopMs: 20_000 };
}

/** The settings that all processes of the shop share. */
export function shopEnv(
  layout: Layout,
  { isDirect }: Pick<Size, 'isDirect'>,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const { folder, port } = layout;
  return {
    DATABASE_URL: isDirect ? severalHosts(layout) : databaseUrl(layout, 'runtime'),
    DATABASE_REPLICA_URL: isDirect
      ? severalHosts(layout, 'standby')
      : databaseUrl(layout, 'runtime', 'replicas'),
    PUBLIC_URL: `http://localhost:${port('shop')}`,
    SANDBOX_PORT: String(port('sandbox')),
    SANDBOX_URL: `http://localhost:${port('sandbox')}`,
    CONSOLE_PORT: String(port('console')),
    PREVIEW_PORT: String(port('preview')),
    MIRROR_PORTS: '',
    // Each process that needs these has its own.
    PORT: String(port('server1')),
    METRICS_PORT: String(port('server1Metrics')),
    TRUSTED_PROXIES: HOST,
    LIMIT_SCALE: '1000',
    // Two checks of the proxy, which looks each second.
    DRAIN_MS: '2500',
    DATA_DIR: path.join(folder, 'shop'),
    NODE_COMPILE_CACHE: path.join(folder, 'shop', 'compiled'),
    ...more,
  };
}
