import { buildContext } from './build-context.ts';
import type { Config } from './config/config.ts';
import { measureBacklog, measureMethods } from './domain/row-metrics/measure.ts';
import { createApp } from './http/app.ts';
import { registerMachineRoutes, registerReadiness } from './http/health.ts';
import { registerPages } from './http/pages.ts';
import { createCallLimits } from './http/store/call-limits.ts';
import { registerStore } from './http/store/store.ts';
import { registerWebhooks } from './http/webhooks.ts';
import { runMain, type Service } from './main.ts';

/**
 * Starts the shop's server: pages, store API and webhooks, its mirrors, and the metrics port.
 * @throws StartError when the database cannot be used
 */
export async function startServer(config: Config): Promise<Service> {
  const { ctx, clock, close } = await buildContext(config, { name: 'server', connections: 16 });
  const limits = createCallLimits(ctx);
  const shop = createApp(ctx);
  await registerStore(shop, ctx, limits);
  await registerWebhooks(shop, ctx);
  await registerPages(shop, ctx, limits);
  registerReadiness(shop, ctx);

  const mirrors = await Promise.all(
    config.mirrorPorts.map(async (port) => {
      const app = createApp(ctx);
      await registerStore(app, ctx, limits);
      return { app, port };
    }),
  );
  const machines = createApp(ctx);
  measureBacklog(ctx);
  measureMethods(ctx);
  registerMachineRoutes(machines, ctx, clock);

  const listening: { app: typeof shop; port: number; host?: string }[] = [
    { app: shop, port: config.port },
    ...mirrors,
    { app: machines, port: config.metricsPort, host: config.metricsHost },
  ];
  for (const { app, port, host = config.host } of listening) await app.listen({ host, port });
  ctx.log.info({ port: config.port, mirrors: config.mirrorPorts }, 'server is up');
  return {
    stop: async () => {
      await Promise.all(listening.map(({ app }) => app.close()));
      await close();
    },
  };
}

if (import.meta.main) runMain(startServer);
