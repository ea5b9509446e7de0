import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../../context.ts';
import type { Picture } from '../../domain/projects/draft-picture.ts';
import { pictureByHash } from '../../domain/projects/versions.ts';
import { addressOf, limitedAddress } from '../address.ts';
import { NO_PAGE_POLICY } from '../answer-headers.ts';
import { createMinuteCounts } from '../minute-counts.ts';
import { createAssetFinder } from './assets.ts';
import type { Storefront } from './storefront-build.ts';

/** Files of the catalogue that pages load; its data files are not served. */
const SERVED = /^\/?[a-z0-9_]+\/[\w./-]+\.(?:webp|png|svg|avif|woff2)$/;
const FOREVER = 'public, max-age=31536000, immutable';
/** A drawing opened by itself is a document: it may only have its colours. */
const DRAWING_POLICY = `${NO_PAGE_POLICY}; style-src 'unsafe-inline'; img-src data:; sandbox`;

/** Address of a picture that an operator brought: any node has it from the database. */
const BROUGHT = /^\/catalogue\/[a-z0-9_]+\/art\/[a-z0-9_-]+\.(?:webp|png)\?v=([0-9a-f]{64})$/;
/** Pictures in memory, of at most 96 kB each. */
const MAX_KEPT = 128;
/** Looks at the database of one network in a minute, at LIMIT_SCALE 1: many players behind one network, after a restart. */
const LOOKS = 600;
/** Counted networks of a minute. */
const MAX_NETWORKS = 10_000;

type ForPictures = Pick<Ctx, 'config' | 'db' | 'clock'>;

/** Pictures by hash; null: there is none, or seconds until the network may look for another. */
function createPictureReader({ config, db, clock }: ForPictures) {
  const looks = createMinuteCounts(clock, MAX_NETWORKS);
  const kept = new Map<string, Picture>();
  /** Requests for one picture that come together share a look; there are never more than requests under way. */
  const looking = new Map<string, Promise<Picture | null>>();
  function lookUp(hash: string): Promise<Picture | null> {
    const look = looking.get(hash) ?? pictureByHash(db, hash).finally(() => looking.delete(hash));
    looking.set(hash, look);
    return look;
  }
  return async (hash: string, network: string) => {
    const known = kept.get(hash);
    if (known === undefined && looks.count(network) > LOOKS * config.limitScale) {
      return looks.secondsLeft();
    }
    const picture = known ?? (await lookUp(hash));
    if (picture === null) return null;
    // The one that was asked for last stays longest.
    kept.delete(hash);
    kept.set(hash, picture);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return picture;
  };
}

const versions = new Map<string, string>();

/** The version in a file's address (catalogue-files.ts), read once while the file is unchanged. */
export function versionOf(file: string, mtimeMs: number): string {
  const key = `${file}:${mtimeMs}`;
  const known = versions.get(key);
  if (known !== undefined) return known;
  const version = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 8);
  versions.set(key, version);
  return version;
}

/** Serves the assets of builds, and pictures and fonts of the catalogue. */
export async function registerFiles(
  app: FastifyInstance,
  { dist, name }: Pick<Storefront, 'dist' | 'name'>,
  ctx: ForPictures,
): Promise<void> {
  await app.register(serveStatic, {
    serve: false,
    // Every name contains a hash of the content.
    cacheControl: false,
    setHeaders: (reply) => {
      void reply.header('cache-control', FOREVER);
    },
    preCompressed: true,
    index: false,
  });
  const folderOf = createAssetFinder(dist, name);
  app.get('/assets/:file', (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const { file } = request.params;
    const folder = folderOf(file);
    return folder === null ? reply.callNotFound() : reply.sendFile(file, folder);
  });
  await registerCatalogueFiles(app, ctx);
}

/** Serves pictures and fonts of the catalogue, to the shop's pages and the console's. */
export async function registerCatalogueFiles(
  app: FastifyInstance,
  ctx: ForPictures,
): Promise<void> {
  const pictureOf = createPictureReader(ctx);
  app.addHook('onRequest', async (request, reply) => {
    const hash = BROUGHT.exec(request.url)?.[1];
    if (hash === undefined) return;
    const picture = await pictureOf(hash, limitedAddress(addressOf(request)));
    if (picture === null) return reply.callNotFound();
    void reply.header('cache-control', 'no-store');
    if (typeof picture === 'number') return reply.code(503).header('retry-after', picture).send();
    const { type, bytes } = picture;
    return reply.header('cache-control', FOREVER).type(type).send(bytes);
  });
  await app.register(serveStatic, {
    root: ctx.config.catalogueDir,
    prefix: '/catalogue/',
    decorateReply: false,
    cacheControl: false,
    // `?v=` is a hash of the content; without the right one the file may change.
    setHeaders: (reply, file, stat) => {
      const asked = /\?v=([0-9a-f]{8})$/.exec(reply.request.url)?.[1];
      const isPinned = asked !== undefined && asked === versionOf(file, stat.mtimeMs);
      void reply.header('cache-control', isPinned ? FOREVER : 'public, max-age=300');
      if (!file.endsWith('.svg')) return;
      void reply
        .header('content-security-policy', DRAWING_POLICY)
        .header('content-type', 'image/svg+xml; charset=utf-8');
    },
    allowedPath: (pathName) => SERVED.test(pathName) && !pathName.includes('..'),
    index: false,
  });
}
