import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import { registerFiles } from './pages/files.ts';
import { registerInstall } from './pages/install.ts';
import { mallProjectOf } from './pages/mall-project.ts';
import { createPageCache } from './pages/page-cache.ts';
import { gatewayHosts } from './pages/policy.ts';
import { sendPage } from './pages/send-page.ts';
import { pagesSource } from './pages/source.ts';
import { loadStorefront } from './pages/storefront-build.ts';
import { visitorOf } from './pages/visitor.ts';

/** A wrong address below these is not answered with a page. */
const NOT_PAGES = ['/api/', '/cp/', '/webhooks/', '/assets/', '/catalogue/'];
const LONGEST_PATH = 300;

/**
 * The shop's pages: home and static ones rendered, every other address as a themed skeleton, and their files.
 * @throws StartError when the storefront has not been built
 */
export async function registerPages(
  app: FastifyInstance,
  ctx: Pick<Ctx, 'catalogue' | 'config' | 'clock'>,
): Promise<void> {
  const storefront = await loadStorefront();
  const { renderer } = storefront;
  const source = pagesSource(ctx);
  const gateways = gatewayHosts(ctx.config);
  const shelf = createPageCache({ storefront, source, gateways, config: ctx.config });

  await app.register(async (pages) => {
    await registerFiles(pages, storefront.clientFolder, ctx.config.catalogueDir);
    pages.get('/favicon.ico', async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').code(204).send(),
    );
    pages.get('/robots.txt', async (_request, reply) =>
      reply.type('text/plain').send('User-agent: *\nDisallow: /api/\nDisallow: /cp/\n'),
    );
    registerInstall(pages, { storefront, source, shelf, config: ctx.config });
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
    const shown = await shelf.pageFor(path, { ...address, project }, visitorOf(request.headers));
    return sendPage(request, reply, shown);
  }
}

function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '/';
  // A trailing slash means the same page.
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
