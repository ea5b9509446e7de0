import { randomUUID } from 'node:crypto';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { buildContext } from './build-context.ts';
import { readConfig } from './config.ts';
import type { Ctx } from './context.ts';
import { measureStanding } from './domain/watch/measure.ts';
import { registerMachineRoutes, registerReadiness } from './http/health.ts';
import { registerPages } from './http/pages.ts';
import { registerStore } from './http/store/store.ts';
import { registerWebhooks } from './http/webhooks.ts';
import { runMain, type Service } from './main.ts';

/** The shop's server: pages, store API and webhooks, its mirrors, and the port for machines. */
export async function startServer(): Promise<Service> {
  const config = readConfig(process.env);
  const { ctx, clock, close } = await buildContext(config, { name: 'server', connections: 16 });
  const shop = createApp(ctx);
  await registerStore(shop, ctx);
  await registerWebhooks(shop, ctx);
  await registerPages(shop, ctx);
  registerReadiness(shop, ctx);

  const mirrors = await Promise.all(
    config.mirrorPorts.map(async (port) => {
      const app = createApp(ctx);
      await registerStore(app, ctx);
      return { app, port };
    }),
  );
  const machines = createApp(ctx);
  measureStanding(ctx);
  registerMachineRoutes(machines, ctx, clock);

  const listening = [
    { app: shop, port: config.port },
    ...mirrors,
    { app: machines, port: config.metricsPort },
  ];
  for (const { app, port } of listening) await app.listen({ host: config.host, port });
  ctx.log.info({ port: config.port, mirrors: config.mirrorPorts }, 'server is up');
  return {
    stop: async () => {
      await Promise.all(listening.map(({ app }) => app.close()));
      await close();
    },
  };
}

function createApp(ctx: Ctx): FastifyInstance {
  const logger: FastifyBaseLogger = ctx.log;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Only a proxy on this very machine may say whom it speaks for.
    trustProxy: 'loopback',
    genReqId: () => randomUUID(),
    // RFC 9112 lets a client send the whole address where a path usually stands.
    rewriteUrl: ({ url = '/' }) => (/^https?:\/\//.test(url) ? pathOf(url) : url),
    // Idle connections end at once when the server drains; running requests finish.
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    frameworkErrors: answerBadAddress,
    routerOptions: { maxParamLength: 200 },
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
  });
  return app;
}

/** R20: an address that cannot be read is one that leads nowhere. */
function answerBadAddress(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  if (request.method === 'GET') void reply.redirect('/webpay/404');
  else void reply.code(404).send({ error: 'not found' });
}

function pathOf(address: string): string {
  if (!URL.canParse(address)) return '/';
  const { pathname, search } = new URL(address);
  return pathname + search;
}

if (import.meta.main) runMain(startServer);
