import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { isReady, postmasterOf, signalTo, type Cluster } from './cluster.ts';
import type { Layout, Node, Times } from './layout.ts';
import type { Bought } from './load.ts';
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
  async (cluster) => {
    const { layout, parts } = cluster;
    const node = await primary(layout);
    const names = [`patroni${node}`, `etcd${node}`];
    for (const name of names) parts.hold(name);
    for (const pid of [...machineOf(cluster, node), parts.pid(`etcd${node}`)])
      signalTo(pid, 'SIGKILL');
    await pause(awayMs);
    for (const name of names) parts.release(name);
  };

/** Freezes the machine of a role for `forMs`, as a paused virtual machine is. */
export const freeze =
  (role: 'primary' | 'standby', forMs: number): Strike =>
  async (cluster) => {
    const node = await (role === 'primary' ? primary : standby)(cluster.layout);
    const frozen = machineOf(cluster, node);
    for (const pid of frozen) signalTo(pid, 'SIGSTOP');
    try {
      await pause(forMs);
    } finally {
      for (const pid of frozen) signalTo(pid, 'SIGCONT');
    }
  };

/** Freezes the primary's machine until another machine is primary and a purchase is paid there. */
export const freezeUntilReplaced: Strike = async (cluster, bought) => {
  const { layout } = cluster;
  const before = await primary(layout);
  const frozen = machineOf(cluster, before);
  for (const pid of frozen) signalTo(pid, 'SIGSTOP');
  try {
    await found('another primary', async () => (await primaryOf(layout)) !== null, 2 * ROLE_MS);
    const replacedAt = performance.now();
    await found(
      'a purchase on it',
      async () => bought.some(({ paidAt }) => (paidAt ?? 0) > replacedAt),
      2 * ROLE_MS,
    );
  } finally {
    for (const pid of frozen) signalTo(pid, 'SIGCONT');
  }
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

/** Restarts each server and then each worker, one after the other. */
export const restartRolling: Strike = async ({ layout, parts }) => {
  for (const name of ['server1', 'server2', 'worker1', 'worker2'] as const) {
    const before = parts.pid(name);
    signalTo(before, 'SIGTERM');
    await found(
      `${name} after its restart`,
      async () => {
        const pid = parts.pid(name);
        return pid !== 0 && pid !== before && (await isReady(layout, `${name}Metrics`));
      },
      READY_MS,
    );
    // The proxy looks each second.
    await pause(1_500);
  }
};

/** Changes Patroni's times in the running cluster. */
export async function setTimes(layout: Layout, times: Times): Promise<void> {
  const body = { ttl: times.ttl, loop_wait: times.loopWait, retry_timeout: times.retryTimeout };
  const node = await primary(layout);
  const { status, said } = await tellPatroni(layout, node, 'PATCH', '/config', body);
  if (status !== 200) throw new Error(`Patroni refused its times: ${status} ${said}`);
  // Each Patroni reads them in its next loop.
  await pause(2_000 * Math.max(times.loopWait, 5));
}
