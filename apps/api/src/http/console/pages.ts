import { readFile } from 'node:fs/promises';
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ctx } from '../../context.ts';
import { registerCatalogueFiles } from '../pages/files.ts';
import { INDEX } from './console-build.ts';
import { consolePolicy } from './console-policy.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';
/** A path that names a file: a missing one is no page. */
const FILE = /\.(?:js|css|map|json|svg|png|ico|webp|woff2|txt|webmanifest)$/;
const PLAIN_NAME = /^[\w.-]+$/;
const NONCE_BYTES = 16;

/**
 * Serves the console's pages: hashed assets for ever, and index.html for every other address, with a new nonce for its
 * styles. index.html is read for each answer, so a new build is served without a restart.
 */
export async function registerConsolePages(
  app: FastifyInstance,
  { config, db, clock, randomBytes }: Pick<Ctx, 'config' | 'db' | 'clock' | 'randomBytes'>,
  dist: string,
): Promise<void> {
  const isSecure = config.consoleUrl.startsWith('https:');
  const assets = path.join(dist, 'assets');
  await app.register(serveStatic, {
    root: assets,
    prefix: '/assets/',
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.startsWith(assets + path.sep);
      void reply.header('cache-control', isHashed ? FOREVER : HOUR);
    },
    index: false,
  });
  await registerCatalogueFiles(app, { config, db, clock });
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'),
  );
  app.get('/:file', async (request, reply) => {
    // Verified edge: the route names the parameter.
    const { file } = request.params as { readonly file: string };
    if (!FILE.test(file)) return page(reply);
    return PLAIN_NAME.test(file) ? reply.sendFile(file, dist) : reply.callNotFound();
  });
  app.get('/*', async (request, reply) => {
    const [address = ''] = request.url.split('?', 1);
    return FILE.test(address) ? reply.callNotFound() : page(reply);
  });

  async function page(reply: FastifyReply): Promise<FastifyReply> {
    const html = await readFile(path.join(dist, INDEX), 'utf8');
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', consolePolicy(nonce, isSecure, config.previewUrl))
      .send(html.replaceAll('__NONCE__', nonce));
  }
}
