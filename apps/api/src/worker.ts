import { alertExcessRights, buildContext } from './build-context.ts';
import type { Config } from './config/config.ts';
import { createApp } from './http/app.ts';
import { createReadiness, registerMachineRoutes } from './http/health.ts';
import { openQueues } from './jobs/queues.ts';
import { followWork } from './jobs/follow-work.ts';
import { startSweeps } from './jobs/run-sweeps.ts';
import { runMain, type Service } from './main.ts';
import { reportMerchants } from './report-merchants.ts';

/**
 * Starts the worker, which applies gateways' results, sends mails, and sweeps for due rows.
 * @throws StartError when the database cannot be used
 */
export async function startWorker(config: Config): Promise<Service> {
  const connections = config.databaseConnections.worker;
  const options = { name: 'worker', connections, listens: true, traces: true };
  const { ctx, probe, close } = await buildContext(config, options);
  await alertExcessRights(ctx);
  const bulkhead = openQueues(ctx);
  const work = followWork(ctx, bulkhead);
  const readiness = createReadiness(ctx, probe);
  const machines = createApp(ctx);
  registerMachineRoutes(machines, ctx, readiness);
  const { host, workerMetricsPort: port } = config;
  if (port !== null) await machines.listen({ host, port });
  const sweeps = startSweeps(ctx, bulkhead);
  ctx.log.info('worker is up');
  await reportMerchants(ctx);
  return {
    stop: async () => {
      readiness.leave();
      // Calls that run are finished. What waits is handed back: its rows are due for another worker.
      work.stop();
      await Promise.all([sweeps.stop(), bulkhead.stop()]);
      await machines.close();
      await close();
    },
  };
}

if (import.meta.main) runMain(startWorker);
