import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HookHandlerDoneFunction,
} from 'fastify';
import type { Ctx } from '../context.ts';
import { insideOf } from '../platform/network-ranges.ts';
import { isPassing } from '../platform/db/failure.ts';
import { addAnswerHeaders, answerHeaders } from './answer-headers.ts';
import { capConnections, dropSlowReaders } from './connections.ts';
import { closeAfterAnswers } from './drain.ts';

/**
 * Limits on a client's time in ms, and on connections (docs/decisions/0020).
 * A slow phone sends 2 kB and takes 300 kB; a call may wait ten seconds for a gateway.
 */
export const CLIENT_LIMITS = {
  /** From the connection, or the previous answer's end, to the end of the headers. */
  headersMs: 10_000,
  /** The same, to the end of the body. */
  requestMs: 30_000,
  /** From an answer's first byte to its last. */
  answerMs: 120_000,
  /** Without data in either direction. */
  silenceMs: 60_000,
  keepAliveMs: 72_000,
  /** The interval of the check for slow clients. */
  checkIntervalMs: 2_000,
  /** Connections of one port, and of one address that is no trusted proxy. */
  connections: 8_192,
  connectionsOfAddress: 2_048,
};
export type ClientLimits = Readonly<typeof CLIENT_LIMITS>;
/** More than the headers of a browser or a proxy need. */
const HEADERS_BYTES = 16_384;

/** Differences of a port that is not the shop's. */
type OwnAnswers = {
  /** The public origin of the port; by default the shop's. */
  readonly origin?: string;
  /** Answers an address that cannot be read. */
  readonly answerBadAddress?: (request: FastifyRequest, reply: FastifyReply) => void;
};

/** Creates a server with the settings that all ports share: limits, trusted proxies and request ids. */
export function createApp(
  ctx: Pick<Ctx, 'config' | 'log' | 'metrics'>,
  limits: ClientLimits = CLIENT_LIMITS,
  own: OwnAnswers = {},
): FastifyInstance {
  const origin = own.origin ?? ctx.config.publicUrl;
  const logger: FastifyBaseLogger = ctx.log;
  const isProxy = insideOf(ctx.config.trustedProxies);
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Only trusted proxies may name the client's address.
    trustProxy: (address) => isProxy(address),
    genReqId: () => randomUUID(),
    // RFC 9112 lets a client send the whole address instead of a path.
    rewriteUrl: ({ url = '/' }) => (/^https?:\/\//.test(url) ? pathOf(url) : url),
    // Idle connections end at once when the server drains; running requests finish.
    forceCloseConnections: 'idle',
    // A request that arrives on a kept-alive connection while the server closes is served.
    return503OnClosing: false,
    connectionTimeout: limits.silenceMs,
    keepAliveTimeout: limits.keepAliveMs,
    requestTimeout: limits.requestMs,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      maxHeaderSize: HEADERS_BYTES,
    },
    frameworkErrors: (_error, request, reply) => {
      // No hook has run here.
      void reply.headers(answerHeaders(origin));
      (own.answerBadAddress ?? answerBadAddress)(request, reply);
    },
    routerOptions: { maxParamLength: 200 },
  });
  capConnections(app.server, limits, isProxy, ctx.metrics);
  app.server.on('clientError', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') ctx.metrics.dropped.inc({ why: 'slow_writer' });
  });
  addAnswerHeaders(app, origin);
  app.addHook('onRequest', refuseAmbiguous);
  closeAfterAnswers(app);
  dropSlowReaders(app, limits, ctx.metrics);
  app.setErrorHandler(answerFailure);
  return app;
}

/** Refuses what a proxy and this server may read differently, and Node's parser takes (RFC 9112). */
function refuseAmbiguous(
  request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  if (isAmbiguous(request.raw)) {
    void reply.code(400).header('connection', 'close').send({ error: 'ambiguous request' });
  } else done();
}

/** Two hosts, HTTP/0.9, or a coding before `chunked`; the parser itself refuses all other codings. */
function isAmbiguous({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (!httpVersion.startsWith('1.')) return true;
  if (/,\s*chunked$/i.test(headers['transfer-encoding'] ?? '')) return true;
  // Names and values take turns. `headers` has the first host only.
  const isHost = (text: string, n: number) => n % 2 === 0 && text.toLowerCase() === 'host';
  return rawHeaders.filter(isHost).length > 1;
}

/** R20: an unreadable address is answered like an unknown one. */
function answerBadAddress(request: FastifyRequest, reply: FastifyReply): void {
  if (request.method === 'GET') void reply.redirect('/webpay/404');
  else void reply.code(404).send({ error: 'not found' });
}

/** Logs the failure; the answer says only that there was one. */
async function answerFailure(
  error: Error & { readonly statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const status = error.statusCode ?? 500;
  if (status < 500) return reply.code(status).send({ error: error.message });
  request.log.error({ err: error }, 'a request failed');
  if (isPassing(error)) return reply.code(503).send({ error: 'try again' });
  return reply.code(500).send({ error: 'internal error' });
}

function pathOf(address: string): string {
  if (!URL.canParse(address)) return '/';
  const { pathname, search } = new URL(address);
  return pathname + search;
}
