import { Logger as QueueLogger, run } from 'graphile-worker';
import { buildContext } from './build-context.ts';
import type { Config } from './config/config.ts';
import { openQueues } from './jobs/queues.ts';
import { tasksOf } from './jobs/tasks.ts';
import { startSweeps } from './jobs/sweeps.ts';
import { serveMetrics } from './jobs/serve-metrics.ts';
import { runMain, type Service } from './main.ts';

/** Concurrent jobs. Calls to games and gateways run in their own queues instead. */
const CONCURRENCY = 16;

/**
 * Starts the worker, which applies gateways' results, sends mails, and sweeps for due rows.
 * @throws StartError when the database cannot be used
 */
export async function startWorker(config: Config): Promise<Service> {
  const { ctx, close } = await buildContext(config, { name: 'worker', connections: 24 });
  const bulkhead = openQueues(ctx);
  const queue = await run({
    pgPool: ctx.db.pool,
    taskList: tasksOf(ctx, bulkhead),
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: new QueueLogger(() => (level, message, meta) => {
      if (level === 'error' || level === 'warning')
        ctx.log.warn({ queue: level, ...meta }, message);
    }),
  });
  const told = await serveMetrics(ctx);
  const sweeps = startSweeps(ctx, bulkhead);
  ctx.log.info('worker is up');
  return {
    stop: async () => {
      await Promise.all([queue.stop(), sweeps.stop()]);
      await bulkhead.stop();
      await told.stop();
      await close();
    },
  };
}

if (import.meta.main) runMain(startWorker);
