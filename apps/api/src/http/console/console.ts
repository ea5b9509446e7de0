import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { CONSOLE_API } from '@webpay/contract/console/operations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../context.ts';
import { createChangeStreams, type ChangeStreams } from './change-stream.ts';
import { CONSOLE_HEADERS } from './console-policy.ts';
import { registerDocs } from './docs.ts';
import { HANDLERS } from './handlers.ts';
import { createConsoleLimits } from './limits.ts';
import { registerConsolePages } from './pages.ts';
import { problemOf, sendProblem, type Refused } from './problem.ts';
import { createRecentLooks } from './recent-looks.ts';
import { registerOperations } from './route.ts';
import { sessionCookie, visitCookie } from './session-cookie.ts';

const BODY_LIMIT = 64 * 1024;
const COMPRESSED_FROM_BYTES = 2_048;
const NO_ADDRESS: Refused = {
  status: 404,
  code: 'no_address',
  detail: 'There is no such address.',
};

/**
 * Registers the console's API, its description and its pages.
 * @param dist folder of the built pages
 * @returns the open streams, which end before the port closes
 */
export async function registerConsole(
  server: FastifyInstance,
  ctx: Ctx,
  dist: string,
): Promise<ChangeStreams> {
  const streams = createChangeStreams(ctx);
  server.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(CONSOLE_HEADERS);
    done();
  });
  server.setNotFoundHandler(async (request, reply) => sendProblem(request, reply, NO_ADDRESS));
  await server.register(async (app) => {
    await app.register(compress, {
      threshold: COMPRESSED_FROM_BYTES,
      encodings: ['br', 'gzip'],
      // Compressed requests are refused, because a small body could expand without limit.
      globalDecompression: false,
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    });
    app.setErrorHandler<Error & { readonly statusCode?: number }>(async (error, request, reply) =>
      sendProblem(request, reply, problemOf(ctx, error, request.id)),
    );
    await app.register(async (api) => {
      api.removeAllContentTypeParsers();
      api.addContentTypeParser(
        'application/json',
        { parseAs: 'string', bodyLimit: BODY_LIMIT },
        (_request, body, done) => {
          const parsed = parseJson(String(body));
          if (parsed === undefined) done(Object.assign(new Error('no JSON'), { statusCode: 400 }));
          else done(null, parsed);
        },
      );
      registerOperations({
        app: api,
        ctx,
        limits: createConsoleLimits(ctx),
        cookie: sessionCookie(ctx.config.consoleUrl),
        visitCookie: visitCookie(ctx.config.consoleUrl),
        recent: createRecentLooks(ctx.clock),
        handlers: HANDLERS,
        streams,
      });
      // Below the API's address, this is the only route beside the table's.
      api.get(`${CONSOLE_API}/*`, (_request, reply) => reply.callNotFound());
    });
    registerDocs(app);
    await registerConsolePages(app, ctx, dist);
  });
  return streams;
}

/** Answers an address that cannot be read like an unknown one. */
export function answerBadAddress(request: FastifyRequest, reply: FastifyReply): void {
  void sendProblem(request, reply.headers(CONSOLE_HEADERS), NO_ADDRESS);
}

/** An empty body is an input without fields; undefined: no JSON. */
function parseJson(body: string): unknown {
  if (body === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
