import path from 'node:path';
import { confOf, databaseUrl, NODES, severalHosts, type Layout } from './layout.ts';
import { programAt } from './packages.ts';
import type { Part } from './supervisor.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const NODE = path.join(ROOT, 'node_modules/.bin/node');
const HOST = '127.0.0.1';

/** Selects the parts that a cluster has. */
export type Size = {
  /** One server and one worker, and no console, Prometheus and Alertmanager: for a short test. */
  readonly isSmall: boolean;
  /** The shop connects to the three machines of the database by itself, without the proxy. */
  readonly isDirect: boolean;
};

const system = (
  name: string,
  program: string,
  words: readonly string[],
  more: Partial<Part> = {},
): Part => ({ name, command: programAt(program) ?? program, words, ...more });

/** The database: three machines with etcd and Patroni, and the proxy of a shop's machine. */
export function databaseParts(layout: Layout, { isDirect }: Size): Part[] {
  const conf = (name: string): string => confOf(layout, name);
  return [
    ...NODES.map((n) => system(`etcd${n}`, 'etcd', ['--config-file', conf(`etcd${n}.yml`)])),
    ...NODES.map((n) =>
      system(`patroni${n}`, 'patroni', [conf(`patroni${n}.yml`)], { stopMs: 30_000 }),
    ),
    ...(isDirect ? [] : [system('haproxy-db', 'haproxy', ['-db', '-f', conf('haproxy-db.cfg')])]),
  ];
}

/** The shop on it, its proxy, and what watches both. */
export function shopParts(layout: Layout, size: Size): Part[] {
  const conf = (name: string): string => confOf(layout, name);
  const { folder, port } = layout;
  const numbers = size.isSmall ? ([1] as const) : ([1, 2] as const);
  const listen = (name: 'prometheus' | 'alertmanager'): string =>
    `--web.listen-address=${HOST}:${port(name)}`;
  const watch = (name: string): string => path.join(folder, 'watch', name);
  const watching = [
    own('console', 'api/src/console.ts', shopEnv(layout, size)),
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
        }),
      ),
    ),
    ...numbers.map((n) =>
      own(
        `worker${n}`,
        'api/src/worker.ts',
        shopEnv(layout, size, { WORKER_METRICS_PORT: String(port(`worker${n}Metrics`)) }),
      ),
    ),
    system('haproxy-shop', 'haproxy', ['-db', '-f', conf('haproxy-shop.cfg')]),
    ...(size.isSmall ? [] : watching),
  ];
}

/** A program of the shop as a process. */
export function own(name: string, script: string, env: Part['env'] = {}): Part {
  const file = path.join(ROOT, 'apps', script);
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
