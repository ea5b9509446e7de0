import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../../apps/api/src/platform/start-error.ts';
import { findOrMakeUser, firstClosed, isRoot } from '../../apps/api/src/platform/system-user.ts';
import { buildConsole, isConsoleBuilt } from '../../tools/console-build.ts';
import { opened } from '../../tools/ending.ts';
import { freePorts, refuseTakenPorts } from '../../tools/ports.ts';
import { buildStorefront, isBuilt } from '../../tools/storefront-build.ts';
import {
  confOf,
  databaseUrl,
  makeLayout,
  NODES,
  PORTS,
  writeConfiguration,
  type Layout,
  type Node,
  type PortName,
  type Times,
} from './layout.ts';
import { missingPackages, patroniVersion, postgresBin, programAt, unsafeLock } from './packages.ts';
import { databaseParts, own, ROOT, shopEnv, shopParts, type Size } from './parts.ts';
import { found, isWhole, primaryOf, standbyOf } from './patroni.ts';
import { buildReleaseBefore, type ReleaseBefore } from './release-before.ts';
import { superviseParts, type Part, type Supervisor } from './supervisor.ts';

const run = promisify(execFile);

export type Cluster = {
  readonly layout: Layout;
  readonly size: Size;
  readonly parts: Supervisor;
  readonly url: string;
  readonly sandboxUrl: string;
  /** The older code on whose schema the cluster has started; null: on this code's. */
  readonly before: ReleaseBefore | null;
  /** Runs a program of the shop or of the system to its end, as the cluster's user. @returns its output */
  readonly runOnce: (part: Part) => Promise<string>;
  /** Ends everything and removes its data. */
  stop(): Promise<void>;
};

export type ClusterOptions = Size & {
  readonly times: Times;
  /** The first of its ports; null takes free ones. */
  readonly base: number | null;
  /** True: each part ends in its order. False: the data is thrown away, so PostgreSQL and etcd are killed. */
  readonly endsOrderly: boolean;
  /** The shop starts with older code on its older schema. */
  readonly startsBefore?: boolean;
  readonly log: (line: string) => void;
};

const FIRST_START_MS = 120_000;

/**
 * Starts the cluster of deploy/cluster on this machine's loopback, each part as a process of a user without rights.
 * A signal ends it, also half started (ending.ts).
 * @throws StartError with one sentence: packages are missing, a port is taken, or a part did not start
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const missing = missingPackages();
  if (missing !== null) throw new StartError(missing);
  const folder = mkdtempSync(path.join(tmpdir(), 'webpay-cluster-'));
  let parts: Supervisor | null = null;
  let layout: Layout | null = null;
  let isEnding = false;
  const stop = opened(async () => {
    isEnding = true;
    if (parts !== null && layout !== null) await endParts(layout, parts, options.endsOrderly);
    await rm(folder, { recursive: true, force: true });
  });
  try {
    const ports = await portsFrom(options.base);
    layout = await layoutIn(folder, ports, options.times);
    writeConfiguration(layout);
    const unsafe = unsafeLock(
      readFileSync(confOf(layout, 'patroni1.yml'), 'utf8'),
      patroniVersion(),
    );
    if (unsafe !== null) throw new StartError(unsafe);
    if (!isBuilt()) await buildStorefront(options.log);
    if (!isConsoleBuilt()) await buildConsole(options.log);
    const made = layout;
    const before =
      options.startsBefore === true
        ? buildReleaseBefore(path.join(folder, 'before'), options.log)
        : null;
    parts = superviseParts(made);
    const cluster = {
      layout: made,
      size: options,
      parts,
      url: `http://localhost:${made.port('shop')}`,
      sandboxUrl: `http://localhost:${made.port('sandbox')}`,
      before,
      runOnce: (part: Part) => runOnce(made, part),
      stop,
    };
    await open(cluster, options.log, () => isEnding);
    return cluster;
  } catch (error) {
    const ends = parts?.ends ?? [];
    const why = ends.length === 0 ? '' : ` These parts ended: ${ends.join('; ')}.`;
    const tail = layout === null ? '' : tailsOf(layout, ends);
    await stop();
    if (error instanceof StartError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new StartError(`The cluster did not start: ${message}.${why}${tail}`, { cause: error });
  }
}

async function open(
  { layout, parts, size, before, runOnce: once }: Cluster,
  log: (line: string) => void,
  isEnding: () => boolean,
): Promise<void> {
  const unlessEnding = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isEnding()) throw new Error('it was stopped during its start');
    return work();
  };
  const code = before?.folder ?? ROOT;
  for (const part of databaseParts(layout, size)) parts.start(part);
  const first = await found(
    'a primary',
    () => unlessEnding(() => primaryOf(layout)),
    FIRST_START_MS,
  );
  log(`cluster: pg${first} is the primary`);
  await once(backupPart(layout, first, ['stanza-create']));
  // No commit ends before: one copy is not enough.
  await found('a synchronous standby', () => unlessEnding(() => standbyOf(layout)), FIRST_START_MS);
  const owner = { DATABASE_OWNER_URL: databaseUrl(layout, 'owner', `pg${first}`) };
  const runtime = { DATABASE_URL: databaseUrl(layout, 'runtime', `pg${first}`) };
  const env = shopEnv(layout, size, { ...owner, ...runtime });
  await once(own('migrate', 'api/src/operator/migrate.ts', env, code));
  const catalogue = own(
    'catalogue',
    'api/src/operator/catalogue.ts',
    shopEnv(layout, size, runtime),
    code,
  );
  await once({ ...catalogue, words: [...catalogue.words, 'import'] });
  log('cluster: the schema and the catalogue are there');
  if (isEnding()) throw new Error('it was stopped during its start');
  for (const part of shopParts(layout, size, code)) parts.start(part);
  const ready: readonly PortName[] = size.isSmall
    ? ['server1Metrics', 'worker1Metrics']
    : ['server1Metrics', 'server2Metrics', 'worker1Metrics', 'worker2Metrics', 'console'];
  await found(
    'the shop',
    () =>
      unlessEnding(async () =>
        (await Promise.all(ready.map((name) => isReady(layout, name)))).every(Boolean),
      ),
    FIRST_START_MS,
  );
  await found('a shop behind its proxy', () => unlessEnding(() => serves(layout)), FIRST_START_MS);
  await found('all three machines', () => unlessEnding(() => isWhole(layout)), FIRST_START_MS);
}

/** Whether a process of the shop answers `/readyz` on its port. */
export async function isReady({ port }: Layout, name: PortName): Promise<boolean> {
  return answers(`http://127.0.0.1:${port(name)}/readyz`);
}

const serves = ({ port }: Layout): Promise<boolean> =>
  answers(`http://127.0.0.1:${port('shop')}/miniflix`);

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** pgBackRest on one machine of the database. */
export function backupPart(layout: Layout, node: Node, words: readonly string[]): Part {
  const config = `--config=${confOf(layout, `pgbackrest${node}.conf`)}`;
  return {
    name: 'pgbackrest',
    command: programAt('pgbackrest') ?? 'pgbackrest',
    words: [config, '--stanza=webpay', ...words],
  };
}

async function runOnce({ folder, user }: Layout, part: Part): Promise<string> {
  const { stdout } = await run(part.command, [...part.words], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, LC_ALL: 'C.UTF-8', ...part.env },
    timeout: FIRST_START_MS,
    maxBuffer: 16_000_000,
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
  });
  return stdout;
}

async function portsFrom(base: number | null): Promise<number[]> {
  if (base === null) return freePorts(PORTS.length);
  const ports = PORTS.map((_, n) => base + n);
  await refuseTakenPorts(
    PORTS.map((name, n) => ({ name: `--base, for ${name}`, port: base + n })),
    '127.0.0.1',
  );
  return ports;
}

async function layoutIn(folder: string, ports: readonly number[], times: Times): Promise<Layout> {
  // PostgreSQL refuses root, and no part needs its rights.
  const user = isRoot() ? await findOrMakeUser(['postgres', 'webpay-postgres']) : null;
  if (isRoot() && user === null) {
    throw new StartError('A cluster does not run as root, and there is no user "postgres".');
  }
  const needed = ['package.json', 'node_modules/fastify/package.json'].map((file) =>
    path.join(ROOT, file),
  );
  const closed = user === null ? null : await firstClosed(user, { passed: [], read: needed });
  if (closed !== null) {
    throw new StartError(`The cluster's user "${user?.name}" cannot reach ${closed}.`);
  }
  return makeLayout({ folder, user, postgresBin: postgresBin() ?? '', times }, ports);
}

/** From the outside inwards: Patroni hands over and stops PostgreSQL before its etcd goes. */
const ORDER = [
  /^(?:haproxy-shop|server|worker|console|prometheus|alertmanager)/,
  /^sandbox/,
] as const;
const DATABASE_ORDER = [/^(?:haproxy-db|pooler)/, /^patroni/, /^(?:relay|etcd)/] as const;

async function endParts(layout: Layout, parts: Supervisor, isOrderly: boolean): Promise<void> {
  const stopAll = (order: readonly RegExp[], signal?: NodeJS.Signals): Promise<void> =>
    order.reduce(
      (before, kind) =>
        before.then(() =>
          parts.stop(
            parts.names().filter((name) => kind.test(name)),
            signal,
          ),
        ),
      Promise.resolve(),
    );
  await stopAll(ORDER);
  await stopAll(DATABASE_ORDER, isOrderly ? 'SIGTERM' : 'SIGKILL');
  // PostgreSQL outlives a killed Patroni.
  for (const node of NODES) {
    const pid = postmasterOf(layout, node);
    if (pid !== 0) for (const signal of ['SIGCONT', 'SIGQUIT'] as const) signalTo(pid, signal);
    await found(`the end of pg${node}`, async () => postmasterOf(layout, node) === 0, 10_000).catch(
      () => signalTo(pid, 'SIGKILL'),
    );
  }
}

/** The process of a machine's PostgreSQL; 0 while it has none. */
export function postmasterOf({ folder }: Layout, node: Node): number {
  try {
    const file = path.join(folder, 'pg', `pg${node}`, 'postmaster.pid');
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8');
    return name.startsWith('postgres') ? pid : 0;
  } catch {
    return 0;
  }
}

/** Sends a signal to a process that may have ended. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    if (pid > 1) process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** The last lines that ended parts have written. */
function tailsOf({ folder }: Layout, ends: readonly string[]): string {
  const names = new Set(ends.map((end) => end.split(':')[0] ?? ''));
  return [...names]
    .map((name) => {
      const file = path.join(folder, 'logs', `${name}.log`);
      const lines = readFileSync(file, 'utf8').trim().split('\n');
      return `\n${name}: ${lines.slice(-5).join('\n')}`;
    })
    .join('');
}
