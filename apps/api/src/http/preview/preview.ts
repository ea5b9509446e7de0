import { CODES, CODE_MEANINGS } from '@webpay/contract/codes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../context.ts';
import { findPreview } from '../../domain/actions/preview-links.ts';
import { addressOf, limitedAddress } from '../address.ts';
import { registerFiles } from '../pages/files.ts';
import { currentBuild, STOREFRONT_DIST } from '../pages/storefront-build.ts';
import { createCallLimits } from '../store/call-limits.ts';
import { StartError } from '../../platform/start-error.ts';
import { endPage, endPolicy, SCRIPT, STYLE } from './preview-pages.ts';
import { createShops, PREVIEW_HEADERS } from './shops.ts';

const ENDS = {
  unknown: {
    status: 404,
    title: 'No preview',
    sentence: 'There is no preview at this address. Ask its maker for a new link.',
  },
  ended: {
    status: 410,
    title: 'This preview has ended',
    sentence: 'Its hour is over, or it was revoked. Make a new one in the console.',
  },
  full: {
    status: 503,
    title: 'Too many requests',
    sentence: 'Too many pages were requested from this network. Try again in a minute.',
  },
} as const;
type End = { readonly status: number; readonly title: string; readonly sentence: string };

/**
 * Serves previews below `/preview/<token>/`, and the files that their pages share with the shop. No cookie of a player is
 * read or set, and only reading calls are answered.
 * @throws StartError when the storefront has not been built
 */
export async function registerPreviews(
  app: FastifyInstance,
  ctx: Ctx,
  previewUrl: string,
): Promise<void> {
  const name = currentBuild();
  if (name === null) throw new StartError('The storefront is not built: previews show its pages.');
  const limits = createCallLimits(ctx);
  const shops = createShops(ctx, previewUrl, limits);
  const policy = endPolicy(ctx.config.consoleUrl);
  app.addHook('onClose', () => shops.close());
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(PREVIEW_HEADERS);
    done();
  });
  app.setNotFoundHandler(async (request, reply) => end(request, reply, ENDS.unknown));
  await registerFiles(app, { dist: STOREFRONT_DIST, name }, ctx);
  app.get('/preview.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(SCRIPT),
  );
  app.get('/preview.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(STYLE),
  );
  app.route({
    method: ['GET', 'POST'],
    url: '/preview/:token/*',
    // Before a body is read: the link's own shop reads it.
    onRequest: async (request, reply) => {
      const seconds = limits.secondsUntilPages(limitedAddress(addressOf(request)));
      if (seconds !== null) return end(request, reply.header('retry-after', seconds), ENDS.full);
      // Verified edge: the route names the parameter.
      const { token } = request.params as { readonly token: string };
      const link = await findPreview(ctx, token);
      if (typeof link === 'string') return end(request, reply, ENDS[link]);
      const shop = await shops.of(link);
      if (typeof shop === 'string') {
        const title = 'The shop would not publish this';
        return end(request, reply, { status: 409, title, sentence: shop });
      }
      reply.hijack();
      enter(request.raw, token);
      shop.routing(request.raw, reply.raw);
      return reply;
    },
    handler: async (_request, reply) => reply,
  });

  function end(request: FastifyRequest, reply: FastifyReply, { status, title, sentence }: End) {
    void reply.code(status);
    if (request.method !== 'GET') {
      const code = CODES.LINK_EXPIRED;
      const envelope = { code, msg: CODE_MEANINGS[code], result: null, _: ctx.clock.nowMs() };
      return reply.send(envelope);
    }
    return reply
      .removeHeader('x-frame-options')
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(endPage(title, sentence));
  }
}

/** Turns the request into one of the shop: its own path, and of all cookies the language alone. */
function enter(raw: FastifyRequest['raw'], token: string): void {
  const { pathname, searchParams } = new URL(raw.url ?? '/', 'http://preview');
  const lang = /^[a-z]{2}$/.exec(searchParams.get('preview_lang') ?? '')?.[0];
  const isKnown = searchParams.get('preview_known') === '1';
  searchParams.delete('preview_lang');
  searchParams.delete('preview_known');
  const query = searchParams.size === 0 ? '' : `?${searchParams.toString()}`;
  raw.url = (pathname.slice(`/preview/${token}`.length) || '/') + query;
  const { headers } = raw;
  headers.cookie = [
    ...(lang === undefined ? [] : [`lang=${lang}`]),
    ...(isKnown ? ['known=1'] : []),
  ].join('; ');
  // The banner goes into a plain page, and no copy of it is kept.
  delete headers['accept-encoding'];
  delete headers['if-none-match'];
}
