import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { CODES } from '@webpay/contract/codes';
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../context.ts';
import { insideOf } from '../../platform/network-ranges.ts';
import { registerAccessCalls } from './access.ts';
import type { CallLimits } from './call-limits.ts';
import { registerCartCalls } from './cart.ts';
import { registerCatalogCalls } from './catalog.ts';
import { registerCommonCalls } from './common.ts';
import { registerEventCalls } from './events.ts';
import { registerMallCalls } from './mall.ts';
import { registerOrderCalls } from './orders.ts';
import { registerPhoneCalls } from './phone.ts';
import { registerPlayerCalls } from './players.ts';
import { type PreviewRules, send } from './route.ts';

const COMPRESSED_FROM_BYTES = 2_048;
/** Contract §2: a larger body is answered 413. */
const BODY_LIMIT = 64 * 1024;

/** Registers all store calls with raw bodies, CORS and the envelope for every failure, 404 included. */
export async function registerStore(
  server: FastifyInstance,
  ctx: Ctx,
  limits: CallLimits,
  preview?: PreviewRules,
): Promise<void> {
  server.setNotFoundHandler(async (request, reply) => {
    void reply.code(404);
    if (/^\/+(?:api|cp)\//.test(request.url)) send(ctx, reply, CODES.PARAMETER_ERROR, null);
    else void reply.send({ error: 'not found' });
    return reply;
  });
  const ownOrigin = new URL(ctx.config.publicUrl).origin;
  await server.register(async (app) => {
    await app.register(compress, {
      threshold: COMPRESSED_FROM_BYTES,
      encodings: ['br', 'gzip'],
      // Compressed requests are refused, because a small body could expand without limit.
      globalDecompression: false,
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    );
    app.addHook('onRequest', (request, reply, done) => {
      void reply.header('vary', 'Origin');
      if (request.headers.origin === ownOrigin) {
        void reply
          .header('access-control-allow-origin', ownOrigin)
          .header('access-control-expose-headers', 'x-request-id');
      }
      done();
    });
    app.setErrorHandler<Error & { statusCode?: number }>(async (error, request, reply) => {
      const tooLarge = error.statusCode === 413;
      const isTheirs = error.statusCode !== undefined && error.statusCode < 500;
      if (!isTheirs) request.log.error({ err: error }, 'a call failed before it was read');
      if (tooLarge) void reply.code(413);
      else void reply.code(200);
      send(ctx, reply, isTheirs ? CODES.PARAMETER_ERROR : CODES.SYSTEM_ERROR, null);
      return reply;
    });
    const isProxy = insideOf(ctx.config.trustedProxies);
    const routes = { app, ctx, limits, isProxy, ...(preview === undefined ? {} : { preview }) };
    registerCommonCalls(routes);
    registerPlayerCalls(routes);
    registerAccessCalls(routes);
    registerCatalogCalls(routes);
    registerCartCalls(routes);
    registerOrderCalls(routes);
    registerEventCalls(routes);
    registerMallCalls(routes);
    registerPhoneCalls(routes);
  });
}
