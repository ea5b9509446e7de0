import { alertExcessRights, buildContext } from './build-context.ts';
import type { Config } from './config/config.ts';
import { createApp } from './http/app.ts';
import { createReadiness, registerMachineRoutes } from './http/health.ts';
import { openQueues } from './jobs/queues.ts';
import { runQueue } from './jobs/run-queue.ts';
import { tasksOf } from './jobs/tasks.ts';
import { startSweeps } from './jobs/sweeps.ts';
import { runMain, type Service } from './main.ts';

/**
 * Starts the worker, which applies gateways' results, sends mails, and sweeps for due rows.
 * @throws StartError when the database cannot be used
 */
export async function startWorker(config: Config): Promise<Service> {
  const options = { name: 'worker', connections: config.databaseConnections.worker };
  const { ctx, probe, close } = await buildContext(config, options);
  await alertExcessRights(ctx);
  const bulkhead = openQueues(ctx);
  const queue = await runQueue(ctx, tasksOf(ctx, bulkhead));
  const readiness = createReadiness(ctx, probe, () => queue.isOpen());
  const machines = createApp(ctx);
  registerMachineRoutes(machines, ctx, readiness);
  const { host, workerMetricsPort: port } = config;
  if (port !== null) await machines.listen({ host, port });
  const sweeps = startSweeps(ctx, bulkhead);
  ctx.log.info('worker is up');
  return {
    stop: async () => {
      readiness.leave();
      // Calls that run are finished. What waits is handed back: its rows are due for another worker.
      await Promise.all([queue.stop(), sweeps.stop(), bulkhead.stop()]);
      await machines.close();
      await close();
    },
  };
}

if (import.meta.main) runMain(startWorker);
