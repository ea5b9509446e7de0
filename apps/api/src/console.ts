import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { alertExcessRights, buildContext } from './build-context.ts';
import type { Config } from './config/config.ts';
import type { Ctx } from './context.ts';
import { CLIENT_LIMITS, createApp } from './http/app.ts';
import { answerBadAddress, registerConsole } from './http/console/console.ts';
import { CONSOLE_DIST, requireConsoleBuild } from './http/console/console-build.ts';
import { drainApp } from './http/drain.ts';
import { registerPreviews } from './http/preview/preview.ts';
import { createReadiness, registerReadiness } from './http/health.ts';
import { traceRequests } from './http/trace-requests.ts';
import { runMain, type Service } from './main.ts';

/** A flood of health checks asks the database twice a second at most. */
const PUBLIC_REST_MS = 500;
/** Idle connections stay open this long after the port has closed, at most `drainMs`. */
const LINGER_MS = 2_000;
/** A look that takes longer is too wide: it must not hold the database that sells. */
const STATEMENT_MS = 5_000;

/**
 * Starts the operators' console: its pages, its API and its health on one port, with a pool of its own; and, on another
 * port, previews of planned publications.
 * @param dist folder of the built pages
 * @throws StartError when the pages are not built, or the database cannot be used
 */
export async function startConsole(config: Config, dist = CONSOLE_DIST): Promise<Service> {
  requireConsoleBuild(dist);
  const databaseTimeoutMs = Math.min(config.databaseTimeoutMs, STATEMENT_MS);
  const { ctx, probe, close } = await buildContext(
    { ...config, databaseTimeoutMs },
    {
      name: 'console',
      connections: config.databaseConnections.console,
      listens: true,
      reads: true,
      traces: true,
    },
  );
  await alertExcessRights(ctx);
  const readiness = createReadiness(ctx, probe);
  const app = createApp(ctx, CLIENT_LIMITS, { origin: config.consoleUrl, answerBadAddress });
  traceRequests(app, ctx.trace);
  app.get('/healthz', async () => ({ up: true }));
  registerReadiness(app, readiness, PUBLIC_REST_MS);
  const streams = await registerConsole(app, ctx, dist);
  // First: a console that is ready has its previews.
  const previews = await openPreviews(ctx);
  await app.listen({ host: config.consoleHost, port: config.consolePort });
  ctx.log.info({ port: config.consolePort, previews: config.previewUrl }, 'console is up');
  return {
    stop: async () => {
      readiness.leave();
      // Pages ask again, and another process answers them.
      streams.close();
      ctx.log.info({ drainMs: config.drainMs }, 'not ready any more, still serving');
      await pause(config.drainMs);
      const lingerMs = Math.min(config.drainMs, LINGER_MS);
      await Promise.all([app, ...previews].map((each) => drainApp(each, lingerMs)));
      await close();
    },
  };
}

/** An origin of its own: a page of a shop must not reach what belongs to the console. None where they are off. */
async function openPreviews(ctx: Ctx): Promise<readonly FastifyInstance[]> {
  const { previewUrl, consoleHost, previewPort } = ctx.config;
  if (previewUrl === null) return [];
  const app = createApp(ctx, CLIENT_LIMITS, { origin: previewUrl });
  await registerPreviews(app, ctx, previewUrl);
  await app.listen({ host: consoleHost, port: previewPort });
  return [app];
}

if (import.meta.main) runMain(startConsole);
