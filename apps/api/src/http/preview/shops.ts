import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../context.ts';
import { proposedProject } from '../../domain/actions/preview-links.ts';
import type { CatalogueCache, Project } from '../../domain/projects/catalogue-cache.ts';
import type { PreviewLink } from '../../domain/projects/preview-queries.ts';
import { servicesOf } from '../../domain/projects/service.ts';
import { readOnlyDb } from '../../platform/db/read-only.ts';
import { CLIENT_LIMITS, createApp } from '../app.ts';
import { registerPages } from '../pages.ts';
import { PAGE_LIMITS } from '../pages/page-store.ts';
import type { CallLimits } from '../store/call-limits.ts';
import { registerStore } from '../store/store.ts';
import { framedBy, withBanner } from './preview-pages.ts';
import { PREVIEW_RULES } from './visit.ts';

/** Shops in memory; the one that was used longest ago makes room. */
const MAX_SHOPS = 8;
const PAGES = { ...PAGE_LIMITS, bytes: 2_000_000 };
/** Every answer of a preview; the console alone frames it. */
export const PREVIEW_HEADERS = {
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;
/** Headers of the shop that a preview has not. */
const NOT_HERE = [
  'set-cookie',
  'etag',
  'x-frame-options',
  'reporting-endpoints',
  'content-security-policy-report-only',
];

/** The shop of a link; a sentence: the shop would not publish its step. */
type Shop = FastifyInstance | string;

/**
 * Keeps a whole shop for each link: pages and store of one project, whose catalogue is the one that the link's step would
 * leave. It shares no memory with another one, changes no row, and is made anew when the live catalogue changes.
 */
export function createShops(ctx: Ctx, previewUrl: string, limits: CallLimits) {
  const shops = new Map<string, { readonly version: number; readonly shop: Promise<Shop> }>();
  const close = async (id: string): Promise<void> => {
    const old = shops.get(id);
    shops.delete(id);
    const shop = await old?.shop.catch(() => '');
    if (typeof shop === 'object') await shop.close();
  };
  return {
    /** @throws the error of its making, after which it is made anew */
    async of(link: PreviewLink): Promise<Shop> {
      const version = ctx.catalogue.version();
      const known = shops.get(link.id);
      if (known?.version === version) {
        // The newest stands last.
        shops.delete(link.id);
        shops.set(link.id, known);
        return known.shop;
      }
      if (known !== undefined) await close(link.id);
      const shop = makeShop(ctx, link, previewUrl, limits);
      shops.set(link.id, { version, shop });
      for (const id of [...shops.keys()].slice(0, -MAX_SHOPS)) await close(id);
      shop.catch(() => shops.delete(link.id));
      return shop;
    },
    close: async (): Promise<void> => {
      await Promise.all([...shops.keys()].map(close));
    },
  };
}

async function makeShop(
  ctx: Ctx,
  link: PreviewLink,
  previewUrl: string,
  limits: CallLimits,
): Promise<Shop> {
  const proposed = await proposedProject(ctx, link);
  if (typeof proposed === 'string') return proposed;
  // A read that the replica cannot answer would go to the primary, past the read-only database.
  const { replica: _, ...others } = ctx;
  const own: Ctx = {
    ...others,
    db: readOnlyDb(ctx.db),
    catalogue: catalogueOf(shown(proposed)),
    config: { ...ctx.config, publicUrl: previewUrl, apiHosts: [previewUrl] },
    // The page store of each shop is small; the gauge measures the real shop's.
    metrics: { ...ctx.metrics, watchPages: () => undefined },
  };
  const app = createApp(own, CLIENT_LIMITS, { origin: previewUrl });
  app.addHook('onSend', async (_request, reply, payload) => {
    for (const name of NOT_HERE) void reply.removeHeader(name);
    const policy = String(reply.getHeader('content-security-policy') ?? '');
    void reply
      .headers(PREVIEW_HEADERS)
      .header('content-security-policy', framedBy(policy, ctx.config.consoleUrl));
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html');
    return isPage ? withBanner(String(payload)) : payload;
  });
  await registerStore(app, own, limits, PREVIEW_RULES);
  // The port counts pages itself.
  await registerPages(app, own, { secondsUntilPages: () => null }, PAGES);
  await app.ready();
  return app;
}

/** Open to everyone, without visits that are counted, an offline page, or a password that must be set. */
function shown(project: Project): Project {
  return {
    ...project,
    isOpen: true,
    service: servicesOf([])(project.code),
    pwd_status: '0',
    analytics: { ...project.analytics, statistics_id: '', tag_id: '', hosts: [] },
    screens: { ...project.screens, offline: false },
  };
}

/** A catalogue of one project that never changes. */
function catalogueOf(project: Project): CatalogueCache {
  return {
    project: (code) => (code === project.code ? project : null),
    projectOfGame: (gameId) => (gameId === project.gameId ? project : null),
    projects: () => [project],
    version: () => 0,
    refresh: async () => undefined,
  };
}
