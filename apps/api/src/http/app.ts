import { randomUUID } from 'node:crypto';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Ctx } from '../context.ts';
import { insideOf } from '../platform/network-ranges.ts';
import { addAnswerHeaders, answerHeaders } from './answer-headers.ts';
import { capConnections } from './connections.ts';
import { dropSlowReaders } from './slow-readers.ts';

/** How long a client may take, and how many there may be (docs/decisions/0020). Times in ms. */
export type Patience = {
  /** From the connection, or the end of the answer before, to the end of the headers. */
  readonly headersMs: number;
  /** The same to the end of the body. */
  readonly requestMs: number;
  /** From the first byte of an answer to its last one taken. */
  readonly answerMs: number;
  /** Nothing at all said on a line, either way. */
  readonly silenceMs: number;
  readonly keepAliveMs: number;
  /** How often late clients are looked for. */
  readonly lookEveryMs: number;
  /** Connections of one port, and of them those of one address that is no proxy of ours. */
  readonly connections: number;
  readonly connectionsOfAddress: number;
};

/** A slow phone sends 2 kB and takes 300 kB; a call may wait ten seconds for a gateway. */
export const PATIENCE: Patience = {
  headersMs: 10_000,
  requestMs: 30_000,
  answerMs: 120_000,
  silenceMs: 60_000,
  keepAliveMs: 72_000,
  lookEveryMs: 2_000,
  connections: 8_192,
  connectionsOfAddress: 2_048,
};
/** No header of ours, a browser's or a proxy's comes near it. */
const HEADERS_BYTES = 16_384;

/** A server of this shop's with what every port has alike: how long it waits, whom it believes, how it names a request. */
export function createApp(
  ctx: Pick<Ctx, 'config' | 'log' | 'metrics'>,
  patience: Patience = PATIENCE,
): FastifyInstance {
  const logger: FastifyBaseLogger = ctx.log;
  const isProxy = insideOf(ctx.config.trustedProxies);
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Nobody else may say whom they speak for.
    trustProxy: (address) => isProxy(address),
    genReqId: () => randomUUID(),
    // RFC 9112 lets a client send the whole address where a path usually stands.
    rewriteUrl: ({ url = '/' }) => (/^https?:\/\//.test(url) ? pathOf(url) : url),
    // Idle connections end at once when the server drains; running requests finish.
    forceCloseConnections: 'idle',
    connectionTimeout: patience.silenceMs,
    keepAliveTimeout: patience.keepAliveMs,
    requestTimeout: patience.requestMs,
    http: {
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: patience.lookEveryMs,
      maxHeaderSize: HEADERS_BYTES,
    },
    frameworkErrors: (_error, request, reply) => {
      // No hook has run.
      void reply.headers(answerHeaders(ctx.config));
      answerBadAddress(request, reply);
    },
    routerOptions: { maxParamLength: 200 },
  });
  capConnections(app.server, patience, isProxy, ctx.metrics);
  app.server.on('clientError', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') ctx.metrics.dropped.inc({ why: 'slow_writer' });
  });
  addAnswerHeaders(app, ctx.config);
  dropSlowReaders(app, patience, ctx.metrics);
  app.setErrorHandler(answerFailure);
  return app;
}

/** R20: an address that cannot be read is one that leads nowhere. */
function answerBadAddress(request: FastifyRequest, reply: FastifyReply): void {
  if (request.method === 'GET') void reply.redirect('/webpay/404');
  else void reply.code(404).send({ error: 'not found' });
}

/** What broke is for the log; whoever asked is told that it did. */
async function answerFailure(
  error: Error & { readonly statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const status = error.statusCode ?? 500;
  if (status < 500) return reply.code(status).send({ error: error.message });
  request.log.error({ err: error }, 'a request failed');
  return reply.code(500).send({ error: 'internal error' });
}

function pathOf(address: string): string {
  if (!URL.canParse(address)) return '/';
  const { pathname, search } = new URL(address);
  return pathname + search;
}
