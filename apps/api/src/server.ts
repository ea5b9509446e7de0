import { setTimeout as pause } from 'node:timers/promises';
import { alertExcessRights, buildContext } from './build-context.ts';
import type { Config } from './config/config.ts';
import { openOwnMails } from './domain/mail/own-mail.ts';
import { measureBacklog, measureMethods, measureRetention } from './domain/row-metrics/measure.ts';
import { createApp } from './http/app.ts';
import { registerCspReports } from './http/csp-reports.ts';
import { drainApp } from './http/drain.ts';
import {
  createReadiness,
  registerClock,
  registerMachineRoutes,
  registerReadiness,
} from './http/health.ts';
import { registerPages } from './http/pages.ts';
import { createCallLimits } from './http/store/call-limits.ts';
import { registerStore } from './http/store/store.ts';
import { traceRequests } from './http/trace-requests.ts';
import { registerWebhooks } from './http/webhooks.ts';
import { runMain, type Service } from './main.ts';
import { raiseAlert } from './platform/monitoring/alert.ts';
import { reportMerchants } from './report-merchants.ts';

/** On the shop's port, a flood of health checks asks the database twice a second at most. */
const PUBLIC_REST_MS = 500;
/** Idle connections stay open this long after the port has closed, at most `drainMs`. */
const LINGER_MS = 2_000;

/**
 * Starts the shop's server: pages, store API and webhooks, its mirrors, and the metrics port.
 * @throws StartError when the database cannot be used
 */
export async function startServer(config: Config): Promise<Service> {
  const connections = config.databaseConnections.server;
  const options = { name: 'server', connections, listens: true, reads: true, traces: true };
  const { ctx: built, clock, probe, close } = await buildContext(config, options);
  const ownMails = openOwnMails(built);
  const ctx = { ...built, ownMails };
  await alertExcessRights(ctx);
  const readiness = createReadiness(ctx, probe);
  const limits = createCallLimits(ctx);
  const shop = createApp(ctx);
  traceRequests(shop, ctx.trace);
  await registerStore(shop, ctx, limits);
  await registerWebhooks(shop, ctx);
  await registerPages(shop, ctx, limits);
  await registerCspReports(shop, ctx, limits);
  registerReadiness(shop, readiness, PUBLIC_REST_MS);

  const mirrors = await Promise.all(
    config.mirrorPorts.map(async (port) => {
      const app = createApp(ctx);
      traceRequests(app, ctx.trace);
      await registerStore(app, ctx, limits);
      return { app, port };
    }),
  );
  const machines = createApp(ctx);
  measureBacklog(ctx);
  measureMethods(ctx);
  measureRetention(ctx);
  registerMachineRoutes(machines, ctx, readiness);
  registerClock(machines, ctx, clock);

  const open: { app: typeof shop; port: number }[] = [{ app: shop, port: config.port }, ...mirrors];
  for (const { app, port } of open) await app.listen({ host: config.host, port });
  await machines.listen({ host: config.metricsHost, port: config.metricsPort });
  ctx.log.info({ port: config.port, mirrors: config.mirrorPorts }, 'server is up');
  await reportMerchants(ctx);
  if (config.mode === 'production' && config.payermax.isTestWorld) {
    raiseAlert(ctx, 'payermax_test_world', { base: config.payermax.base });
  }
  return {
    stop: async () => {
      readiness.leave();
      ctx.log.info({ drainMs: config.drainMs }, 'not ready any more, still serving');
      await pause(config.drainMs);
      const lingerMs = Math.min(config.drainMs, LINGER_MS);
      await Promise.all(open.map(({ app }) => drainApp(app, lingerMs)));
      await ownMails.stop();
      // Last: machines read here that the shop stops.
      await machines.close();
      await close();
    },
  };
}

if (import.meta.main) runMain(startServer);
