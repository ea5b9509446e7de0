import { readdir } from 'node:fs/promises';
import { count, type Target } from '../../security/target.ts';
import type { Looked } from '../../security/fuzz/heap.ts';

/** Memory, answer times and resources of the shop at a moment. */
export type Sample = {
  readonly atMs: number;
  readonly heapMb: number;
  readonly rssMb: number;
  readonly workerHeapMb: number;
  readonly workerRssMb: number;
  /** Times of reads since the previous sample, ms. */
  readonly p95Ms: number;
  readonly resources: number;
  /** Open files and sockets of server and worker. */
  readonly files: number;
  readonly connections: number;
  readonly temporary: number;
};

export type Watched = {
  readonly shop: Target;
  readonly server: Looked;
  readonly worker: Looked;
  /** TMPDIR of the shop's processes. */
  readonly temporaryDir: string;
};

/** Expected folders of the data directory. */
const OWN_FOLDERS = new Set(['postgres', 'logs', 'sandbox']);

export async function sample(watched: Watched, sinceMs: number, times: readonly number[]) {
  const { shop, server, worker, temporaryDir } = watched;
  const [held, workerHeld, here, there] = [
    await server.look(),
    await worker.look(),
    await numbersOf(`${shop.environment.metricsUrl}/metrics`),
    await numbersOf(`${shop.environment.workerMetricsUrl}/metrics`),
  ];
  return {
    atMs: Date.now() - sinceMs,
    heapMb: held.heapMb,
    rssMb: held.rssMb,
    workerHeapMb: workerHeld.heapMb,
    workerRssMb: workerHeld.rssMb,
    p95Ms: percentile(times, 0.95),
    resources: [held, workerHeld]
      .flatMap(({ resources }) => Object.values(resources))
      .reduce((sum, count) => sum + count, 0),
    files: (here.get('process_open_fds') ?? 0) + (there.get('process_open_fds') ?? 0),
    connections: await count(
      shop,
      `pg_stat_activity where datname = current_database() and application_name ~ '^webpay-(server|worker)/'`,
    ),
    temporary:
      (await readdir(temporaryDir, { recursive: true })).length +
      (await readdir(shop.environment.dataDir)).filter((name) => !OWN_FOLDERS.has(name)).length,
  };
}

async function numbersOf(url: string): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(url)).text();
  return new Map(
    text
      .split('\n')
      .filter((line) => /^\w+ [\d.e+]+$/.test(line))
      .map((line) => line.split(' '))
      .map(([name = '', value]) => [name, Number(value)]),
  );
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
