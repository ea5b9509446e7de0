import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Configs } from '@webpay/contract/calls';
import type { InlinePicture, PageData } from '@webpay/contract/page';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { versionOf } from './files.ts';
import { packInHaste, packPage, type Packed } from './pack-page.ts';
import type { PageCache } from './page-cache.ts';
import type { PageStore, StoredPage } from './page-store.ts';
import type { PagesSource } from './source.ts';
import { hashOf, permissionsPolicy } from './policy.ts';
import { sendPage } from './send-page.ts';
import type { Storefront } from './storefront-build.ts';
import type { Visitor } from './visitor.ts';
import { REMOVED_WORKER, workerScript } from './worker-script.ts';

export type InstallParts = {
  readonly storefront: Storefront;
  readonly source: PagesSource;
  readonly shelf: PageCache;
  readonly store: PageStore;
  readonly visitorOf: (request: FastifyRequest) => Visitor;
  readonly networkOf: (request: FastifyRequest) => string;
  readonly config: Pick<Config, 'catalogueDir'>;
};

type Asked = FastifyRequest<{ Params: { code: string } }>;

/** Makes a shop installable: manifest, service worker and offline page. */
export function registerInstall(app: FastifyInstance, parts: InstallParts): void {
  const { source, shelf, store, config, visitorOf, networkOf } = parts;

  app.get('/:code/app.webmanifest', (request: Asked, reply) => {
    const { code } = request.params;
    const { page } = shelf.dataFor(`/${code}`, visitorOf(request));
    if (!page.configs) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-cache')
      .header('vary', 'Cookie, Accept-Language')
      .type('application/manifest+json')
      .send(manifestOf(code, page.lang, page.configs, config.catalogueDir));
  });

  app.get('/:code/sw.js', (request: Asked, reply) => {
    const { code } = request.params;
    if (!source.languages(code)) return reply.callNotFound();
    return (
      reply
        .header('cache-control', 'no-cache')
        // Home has no trailing slash, so it is outside of the script's folder.
        .header('service-worker-allowed', `/${code}`)
        // A worker uses its script's policy; this one only requests the shop's pages.
        .header('content-security-policy', "default-src 'none'; connect-src 'self'")
        .type('text/javascript; charset=utf-8')
        .send(source.hasOfflinePage(code) ? workerScript(code) : REMOVED_WORKER)
    );
  });

  app.get('/:code/offline.html', async (request: Asked, reply) => {
    const { code } = request.params;
    const { key, page } = shelf.dataFor(`/${code}`, visitorOf(request));
    if (!page.configs || !source.hasOfflinePage(code)) {
      reply.callNotFound();
      return reply;
    }
    const made = await store.get({
      key: `offline|${key}`,
      network: networkOf(request),
      make: () => makeOffline(parts, page, packPage),
      inHaste: {
        key: `offline without pictures|${key}`,
        make: () => makeOffline({ ...parts, inline: () => '' }, page, packInHaste),
      },
    });
    return sendPage(request, reply, made);
  });
}

type OfflineParts = Pick<InstallParts, 'storefront' | 'config'> & {
  /** Replaces the catalogue's pictures. */
  readonly inline?: InlinePicture;
};

async function makeOffline(
  { storefront, config, inline }: OfflineParts,
  page: PageData,
  pack: (html: string) => Packed | Promise<Packed>,
): Promise<StoredPage> {
  const { html, styles, script } = await storefront.renderOffline(
    page,
    inline ?? ((address) => inlinePicture(config.catalogueDir, address)),
  );
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src ${styles.map(hashOf).join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    `script-src ${hashOf(script)}`,
    // Checks whether the shop can be reached again.
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return {
    ...(await pack(html)),
    status: 200,
    lang: page.lang,
    policies: { 'content-security-policy': policy, 'permissions-policy': permissionsPolicy([]) },
    isFrameable: false,
  };
}

/** `art/app-192.png`, `app-512.png` and `app-maskable-512.png`, drawn by catalogue/compose-art.ts. */
const ICONS = [
  { file: 'app-192.png', sizes: '192x192', purpose: 'any' },
  { file: 'app-512.png', sizes: '512x512', purpose: 'any' },
  { file: 'app-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
] as const;

function manifestOf(code: string, lang: string, configs: Configs, catalogueDir: string): object {
  const { tokens } = configs.theme;
  const background = tokens['bg'] ?? '#ffffff';
  const icons = ICONS.flatMap(({ file, sizes, purpose }) => {
    const full = path.join(catalogueDir, code, 'art', file);
    if (!existsSync(full)) return [];
    const version = versionOf(full, statSync(full).mtimeMs);
    return [
      { src: `/catalogue/${code}/art/${file}?v=${version}`, sizes, type: 'image/png', purpose },
    ];
  });
  // A project without icons for installation uses the one of its bar.
  const bar = { src: configs.resource_configs.icon, sizes: '192x192', type: 'image/webp' };
  return {
    id: `/${code}`,
    name: configs.name,
    short_name: configs.name,
    description: configs.theme.tagline,
    lang,
    start_url: `/${code}`,
    scope: `/${code}`,
    display: 'standalone',
    orientation: 'portrait',
    background_color: background,
    theme_color: background,
    categories: ['games', 'shopping'],
    icons: icons.length > 0 ? icons : [bar],
  };
}

/** A picture of the catalogue inlined for a page that may load nothing. */
function inlinePicture(catalogueDir: string, address: string): string {
  const [, file, type] =
    /^\/catalogue\/([a-z0-9_]+\/[\w/-]+\.(webp|svg))(?:\?|$)/.exec(address) ?? [];
  if (file === undefined) return '';
  const full = path.join(catalogueDir, file);
  if (!existsSync(full)) return '';
  const mime = type === 'svg' ? 'image/svg+xml' : 'image/webp';
  return `data:${mime};base64,${readFileSync(full).toString('base64')}`;
}
