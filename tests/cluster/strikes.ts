import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { isReady, postmasterOf, signalTo, type Cluster } from './cluster.ts';
import { databaseUrl, NODES, type Layout, type Node, type Times } from './layout.ts';
import type { Bought } from './load.ts';
import { own, poolerPart, ROOT, shopEnv, shopParts, throughPooler } from './parts.ts';
import { found, primaryOf, standbyOf, tellPatroni } from './patroni.ts';

/** Does harm to a cluster under load, and ends it. */
export type Strike = (cluster: Cluster, bought: readonly Bought[]) => Promise<void>;

const ROLE_MS = 60_000;
const READY_MS = 60_000;

const primary = (layout: Layout): Promise<Node> =>
  found('a primary', () => primaryOf(layout), ROLE_MS);
const standby = (layout: Layout): Promise<Node> =>
  found('a synchronous standby', () => standbyOf(layout), ROLE_MS);

function childrenOf(pid: number): number[] {
  if (pid === 0) return [];
  try {
    const words = ['-o', 'pid=', '--ppid', String(pid)];
    return execFileSync('ps', words, { encoding: 'utf8' }).split('\n').map(Number).filter(Boolean);
  } catch {
    // It has no children.
    return [];
  }
}

/** All processes of a machine's database: Patroni, PostgreSQL, and what they have started. */
function machineOf({ layout, parts }: Cluster, node: Node): number[] {
  const roots = [parts.pid(`patroni${node}`), postmasterOf(layout, node)];
  return [...new Set(roots.flatMap((pid) => [pid, ...childrenOf(pid)]))].filter((pid) => pid > 0);
}

export const killPostmaster: Strike = async ({ layout }) =>
  signalTo(postmasterOf(layout, await primary(layout)), 'SIGKILL');

/** Kills the primary's machine: PostgreSQL, Patroni and etcd. They start again after `awayMs`. */
export const killMachine =
  (awayMs: number): Strike =>
  async (cluster) =>
    killWhole(cluster, await primary(cluster.layout), awayMs);

async function killWhole(cluster: Cluster, node: Node, awayMs: number): Promise<void> {
  const { parts } = cluster;
  const names = [`patroni${node}`, `etcd${node}`];
  for (const name of names) parts.hold(name);
  for (const pid of [...machineOf(cluster, node), parts.pid(`etcd${node}`)])
    signalTo(pid, 'SIGKILL');
  await pause(awayMs);
  for (const name of names) parts.release(name);
}

async function silence(pids: readonly number[], during: () => Promise<unknown>): Promise<void> {
  for (const pid of pids) signalTo(pid, 'SIGSTOP');
  try {
    await during();
  } finally {
    for (const pid of pids) signalTo(pid, 'SIGCONT');
  }
}

/** Freezes the machine of a role for `forMs`, as a paused virtual machine is. */
export const freeze =
  (role: 'primary' | 'standby', forMs: number): Strike =>
  async (cluster) => {
    const node = await (role === 'primary' ? primary : standby)(cluster.layout);
    await silence(machineOf(cluster, node), () => pause(forMs));
  };

/** Freezes the primary's machine until another machine is primary and a purchase is paid there. */
export const freezeUntilReplaced: Strike = async (cluster, bought) => {
  const { layout } = cluster;
  const before = await primary(layout);
  await silence(machineOf(cluster, before), async () => {
    await found('another primary', async () => (await primaryOf(layout)) !== null, 2 * ROLE_MS);
    const replacedAt = performance.now();
    await found(
      'a purchase on it',
      async () => bought.some(({ paidAt }) => (paidAt ?? 0) > replacedAt),
      2 * ROLE_MS,
    );
  });
};

/** Kills parts, which start again after `awayMs`. */
export const killParts =
  (names: readonly string[], awayMs: number): Strike =>
  async ({ parts }) => {
    for (const name of names) parts.hold(name);
    for (const name of names) signalTo(parts.pid(name), 'SIGKILL');
    await pause(awayMs);
    for (const name of names) parts.release(name);
  };

/** Makes the synchronous standby primary. */
export const switchOver: Strike = async ({ layout }) => {
  const [leader, candidate] = [await primary(layout), await standby(layout)];
  const { status, said } = await tellPatroni(layout, leader, 'POST', '/switchover', {
    leader: `pg${leader}`,
    candidate: `pg${candidate}`,
  });
  if (status !== 200) throw new Error(`the switchover was refused: ${status} ${said}`);
};

/** Silences parts for `forMs`: their connections stay open, and nothing passes. */
export const freezeParts =
  (names: readonly string[], forMs: number): Strike =>
  ({ parts }) =>
    silence(
      names.map((name) => parts.pid(name)),
      () => pause(forMs),
    );

/**
 * Cuts the primary's Patroni off from every etcd for `forMs`. PostgreSQL, standbys and clients reach each other; what Patroni has sent
 * meanwhile arrives late.
 */
export const cutFromEtcd =
  (forMs: number): Strike =>
  async ({ layout, parts }) => {
    const relay = parts.pid(`relay${await primary(layout)}`);
    if (relay === 0) throw new Error('the cluster has no relays before its etcds');
    await silence([relay], () => pause(forMs));
  };

/** Kills the machine of the asynchronous standby: PostgreSQL, Patroni and etcd. */
export const killReplica =
  (awayMs: number): Strike =>
  async (cluster) => {
    const { layout } = cluster;
    const used: readonly Node[] = [await primary(layout), await standby(layout)];
    const node = NODES.find((each) => !used.includes(each));
    if (node === undefined) throw new Error('there is no third machine');
    await killWhole(cluster, node, awayMs);
  };

/** Restarts each server and then each worker, one after the other. */
export const restartRolling: Strike = (cluster) => roll(cluster, {});

/** Migrates to the schema of this code, rolls every process to it, back to the older code on the newer schema, and forth again. */
export const upgradeAndBack: Strike = async (cluster) => {
  const { before, layout, size, runOnce } = cluster;
  if (before === null) throw new Error('the cluster has not started on older code');
  const owner = { DATABASE_OWNER_URL: databaseUrl(layout, 'owner') };
  await runOnce(own('migrate', 'api/src/operator/migrate.ts', shopEnv(layout, size, owner)));
  for (const root of [ROOT, before.folder, ROOT]) await roll(cluster, { root });
};

/** Puts PgBouncer before the database of every process, changes the primary behind it, and takes it away again. */
export const switchBehindPooler: Strike = async (cluster, bought) => {
  const { layout, parts } = cluster;
  parts.start(poolerPart(layout));
  await roll(cluster, { more: throughPooler(layout) });
  await switchOver(cluster, bought);
  await found('a synchronous standby', () => standbyOf(layout), ROLE_MS);
  await roll(cluster, {});
  await parts.stop(['pooler']);
};

const ROLLED = ['server1', 'server2', 'worker1', 'worker2', 'console'] as const;

/** Restarts each process with the code below `root` and more settings, one after the other. */
async function roll(
  { layout, parts, size }: Cluster,
  { root = ROOT, more = {} }: { readonly root?: string; readonly more?: Record<string, string> },
): Promise<void> {
  const next = shopParts(layout, size, root, more);
  for (const name of ROLLED) {
    const part = next.find((each) => each.name === name);
    if (part === undefined) continue;
    const before = parts.pid(name);
    parts.replace(part);
    signalTo(before, 'SIGTERM');
    await found(
      `${name} after its restart`,
      async () => {
        const pid = parts.pid(name);
        const port = name === 'console' ? name : (`${name}Metrics` as const);
        return pid !== 0 && pid !== before && (await isReady(layout, port));
      },
      READY_MS,
    );
    // The proxy looks each second.
    await pause(1_500);
  }
}

/** Changes Patroni's times in the running cluster. */
export async function setTimes(layout: Layout, times: Times): Promise<void> {
  const body = { ttl: times.ttl, loop_wait: times.loopWait, retry_timeout: times.retryTimeout };
  const node = await primary(layout);
  const { status, said } = await tellPatroni(layout, node, 'PATCH', '/config', body);
  if (status !== 200) throw new Error(`Patroni refused its times: ${status} ${said}`);
  // Each Patroni reads them in its next loop.
  await pause(2_000 * Math.max(times.loopWait, 5));
}
