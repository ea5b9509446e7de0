import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Field } from '../../security/field.ts';
import type { Looked } from '../../security/fuzz/heap.ts';

/** What the shop holds at a moment. */
export type Sample = {
  readonly atMs: number;
  readonly heapMb: number;
  readonly rssMb: number;
  readonly workerHeapMb: number;
  readonly workerRssMb: number;
  /** Of reads since the sample before, ms. */
  readonly p95Ms: number;
  /** Sockets, timers and the like that keep server and worker alive. */
  readonly resources: number;
  /** Open files and sockets of server and worker. */
  readonly files: number;
  readonly connections: number;
  readonly temporary: number;
};

export type Watched = {
  readonly field: Field;
  readonly server: Looked;
  readonly worker: Looked;
  /** Where the shop's processes are told to put what is temporary. */
  readonly temporaryDir: string;
};

/** Looks at everything that could grow. */
export async function sample(
  watched: Watched,
  sinceMs: number,
  times: readonly number[],
): Promise<Sample> {
  const { field, server, worker, temporaryDir } = watched;
  const [held, workerHeld, here, there] = [
    await server.look(),
    await worker.look(),
    await numbersOf(`${field.environment.metricsUrl}/metrics`),
    await numbersOf(`${field.environment.workerMetricsUrl}/metrics`),
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
    connections: await connectionsOf(field),
    temporary: (await filesIn(temporaryDir)) + (await strayFiles(field.environment.dataDir)),
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

/** Of server and worker; what this program itself opened is not theirs. */
async function connectionsOf(field: Field): Promise<number> {
  const { rows } = await field.ctx.db.pool.query<{ n: number }>(
    `select count(*)::int4 as n from pg_stat_activity
      where datname = current_database() and application_name in ('webpay-server', 'webpay-worker')`,
  );
  return rows[0]?.n ?? 0;
}

async function filesIn(folder: string): Promise<number> {
  return (await readdir(folder, { recursive: true })).length;
}

/** In the data directory, beside the database's own files and the logs. */
async function strayFiles(dataDir: string): Promise<number> {
  const own = new Set(['postgres', 'logs', 'sandbox']);
  const entries = await readdir(dataDir);
  return entries.filter((entry) => !own.has(path.basename(entry))).length;
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
