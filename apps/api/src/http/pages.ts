import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import { registerFiles } from './pages/files.ts';
import { registerInstall } from './pages/install.ts';
import { mallProjectOf } from './pages/mall-project.ts';
import { insideOf } from '../platform/network-ranges.ts';
import { addressOf, limitedAddress } from './address.ts';
import { createPageCache } from './pages/page-cache.ts';
import { createPageStore, PAGE_LIMITS, type PageLimits } from './pages/page-store.ts';
import { gatewayHosts } from './pages/policy.ts';
import { sendPage } from './pages/send-page.ts';
import { pagesSource } from './pages/source.ts';
import { loadStorefront } from './pages/storefront-build.ts';
import { visitorOf } from './pages/visitor.ts';
import type { CallLimits } from './store/call-limits.ts';

/** A wrong address below these is not answered with a page. */
const NOT_PAGES = ['/api/', '/cp/', '/webhooks/', '/assets/', '/catalogue/'];
const LONGEST_PATH = 300;
const APPLE_DOMAIN = '/.well-known/apple-developer-merchantid-domain-association';

/**
 * The shop's pages: home and static ones rendered, every other address as a themed skeleton, and their files.
 * @param dist folder of the builds; by default the storefront's own
 * @throws StartError when the storefront has not been built
 */
export async function registerPages(
  app: FastifyInstance,
  ctx: Pick<Ctx, 'catalogue' | 'db' | 'config' | 'clock' | 'metrics' | 'log'>,
  limits: Pick<CallLimits, 'secondsUntilPages'>,
  pageLimits: PageLimits = PAGE_LIMITS,
  dist?: string,
): Promise<void> {
  const storefront = await loadStorefront(dist);
  const { renderer } = storefront;
  const source = pagesSource(ctx);
  const gateways = gatewayHosts(ctx.config);
  const waitMs = pageLimits.waitMs * ctx.config.waitScale.health;
  const store = createPageStore(ctx, { ...pageLimits, waitMs });
  const shelf = createPageCache({ storefront, source, store, gateways, config: ctx.config });
  const isProxy = insideOf(ctx.config.trustedProxies);
  const visitor = (request: FastifyRequest) =>
    visitorOf(request.headers, isProxy(request.socket.remoteAddress ?? ''));

  await app.register((files) => registerFiles(files, storefront, ctx));
  await app.register(async (pages) => {
    pages.addHook('onRequest', refuseOverLimit);
    pages.get('/favicon.ico', async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').code(204).send(),
    );
    pages.get('/robots.txt', async (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .send('User-agent: *\nDisallow: /api/\nDisallow: /cp/\n'),
    );
    // Apple asks for it before a device offers Apple Pay on this domain.
    pages.get(APPLE_DOMAIN, async (_request, reply) => {
      const { appleDomain } = ctx.config.payermax;
      if (appleDomain === '') return reply.callNotFound();
      return reply.type('text/plain; charset=utf-8').send(appleDomain);
    });
    const parts = { storefront, source, shelf, store, config: ctx.config };
    registerInstall(pages, { ...parts, visitorOf: visitor, networkOf });
    pages.get('/', (request, reply) => page(request, reply));
    pages.get('/*', (request, reply) => page(request, reply));
  });

  async function page(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathOf(request.url);
    if (
      !path.startsWith('/') ||
      path.length > LONGEST_PATH ||
      NOT_PAGES.some((each) => path.startsWith(each))
    ) {
      reply.callNotFound();
      return reply;
    }
    const address = renderer.addressOf(path);
    if (address.redirect !== null) return reply.redirect(address.redirect, 302);
    const isMall = address.route === 'mallCheckout';
    const code = isMall ? mallProjectOf(request.url) : null;
    // The address contains a token, which no other host may get as the referrer.
    if (isMall) void reply.header('referrer-policy', 'no-referrer');
    const project = code !== null && source.languages(code) !== null ? code : address.project;
    const asked = { ...address, project };
    const shown = await shelf.pageFor(path, asked, visitor(request), networkOf(request));
    return sendPage(request, reply, shown);
  }

  /** Only a network over its own limit is refused; a busy shop answers with a skeleton. */
  async function refuseOverLimit(request: FastifyRequest, reply: FastifyReply) {
    const seconds = limits.secondsUntilPages(networkOf(request));
    if (seconds === null) return;
    ctx.metrics.pages.inc({ answer: 'refused' });
    await reply
      .code(503)
      .header('retry-after', seconds)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send('Too many pages were requested from this network. Try again in a minute.\n');
  }
}

const networkOf = (request: FastifyRequest): string => limitedAddress(addressOf(request));

function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '/';
  // A trailing slash means the same page.
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
