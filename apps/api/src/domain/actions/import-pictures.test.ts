import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ActionOf } from '@webpay/contract/console/actions';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { importCatalogue } from '../../catalogue-import/import-catalogue.ts';
import { exportCatalogue } from '../../operator/export-catalogue.ts';
import { registerCatalogueFiles } from '../../http/pages/files.ts';
import { readPictures } from '../console/read-pictures.ts';
import { readCatalogueTexts } from '../console/read-catalogue.ts';
import { addVersion, hashOf, liveVersion, textsOf } from '../projects/versions.ts';
import { importDraft } from './import-draft.ts';
import { confirmAs, doStep, person, planFor } from './testing/steps.ts';

const { built, db } = await builtShop(8);
const ctx = { ...built.ctx, config: { ...built.ctx.config, limitScale: 1_000 } };
const liveops = await person(ctx, 'picture-liveops', ['liveops']);
const finance = await person(ctx, 'picture-finance', ['finance']);
const project = 'miniflix';
const because = 'the new season';

const live = async () => (await liveVersion(db, project))?.number ?? -1;
const begin = { number: await live(), files: await textsOf(db, project, await live()) };
const products = begin.files.get('products.yaml') ?? '';

async function bring(files: readonly { path: string; text: string }[]) {
  const answer = await importDraft(ctx, liveops, { project, files: [...files] });
  if ('refused' in answer) throw new Error(answer.refused.detail);
  return answer;
}
/** Does a step, with its second person. */
async function end(action: Parameters<typeof doStep>[2]): Promise<void> {
  const done = await doStep(ctx, liveops, action);
  if ('refused' in done) throw new Error(done.refused.detail);
  if (done.approval_id !== null) await confirmAs(ctx, finance, done.approval_id);
  await ctx.catalogue.refresh();
}

const ICON = readFileSync(path.join(built.ctx.config.catalogueDir, 'cgg/art/icon.webp'));
const picture = `data:image/webp;base64,${ICON.toString('base64')}`;

it('a picture is published with the version, under an address that any node answers, and an older version brings the folder’s back', async () => {
  const icon = () => ctx.catalogue.project(project)?.icon ?? '';
  const before = icon();
  const brought = await bring([{ path: 'art/icon.webp', text: picture }]);
  expect(brought).toMatchObject({ mistakes: [], files: [{ path: 'art/icon.webp' }] });
  const { seen, files } = brought;
  const publish: ActionOf<'publish_files'> = {
    kind: 'publish_files',
    project,
    seen,
    files: [...files],
    because,
  };
  const { effects, needs } = await planFor(ctx, liveops, publish);
  const hash = files[0]?.sha256.slice(0, 8);
  expect(effects[0]).toMatch(
    new RegExp(
      `^project miniflix: icon miniflix/art/icon\\.webp \\(\\w{8}\\) → miniflix/art/icon\\.webp \\(${hash}\\)`,
    ),
  );
  expect(needs.second_person).toBeNull();
  await end(publish);
  expect(icon()).toBe(`/catalogue/miniflix/art/icon.webp?v=${brought.files[0]?.sha256}`);
  const read = await readCatalogueTexts(ctx, { projects: [] }, { project });
  expect(read?.files.map((file) => file.path)).not.toContain('art/icon.webp');

  const app = Fastify();
  await registerCatalogueFiles(app, ctx);
  const answer = await app.inject(icon());
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(answer.rawPayload.equals(ICON)).toBe(true);
  // A hash of another file of the catalogue is no picture.
  const yaml = hashOf(begin.files.get('products.yaml') ?? '');
  for (const hash of [yaml, 'f'.repeat(64)]) {
    const none = await app.inject(`/catalogue/miniflix/art/icon.webp?v=${hash}`);
    expect(none.statusCode).toBe(404);
  }
  await app.close();
  const strict = Fastify();
  await registerCatalogueFiles(strict, { ...ctx, config: { ...ctx.config, limitScale: 0.004 } });
  const looked = async (n: number) =>
    strict.inject(`/catalogue/miniflix/art/icon.webp?v=${String(n).repeat(64)}`);
  expect((await looked(1)).statusCode).toBe(404);
  expect((await looked(2)).statusCode).toBe(404);
  expect((await looked(3)).headers).toMatchObject({ 'cache-control': 'no-store' });
  expect((await looked(4)).statusCode).toBe(503);
  await strict.close();

  const back = { kind: 'roll_back_catalogue', project, version: begin.number, because } as const;
  await end({ ...back, seen: await live() });
  expect(icon()).toBe(before);
});

it('an empty picture takes the brought one away, and only that', async () => {
  const icon = () => ctx.catalogue.project(project)?.icon;
  const own = icon();
  const { seen, files } = await bring([{ path: 'art/icon.webp', text: picture }]);
  const step = { kind: 'publish_files', project, because } as const;
  await end({ ...step, seen, files: [...files] });
  expect(icon()).not.toBe(own);
  const shown = await readPictures(ctx, { projects: [] }, { project });
  expect(shown?.pictures.find((each) => each.path === 'art/icon.webp')).toEqual({
    path: 'art/icon.webp',
    address: icon(),
    bytes: ICON.length,
    width: 192,
    height: 192,
    is_brought: true,
    is_in_folder: true,
    is_fixed: false,
  });

  const never = await bring([{ path: 'art/logo.webp', text: '' }]);
  expect(never.mistakes[0]?.why).toBe('is no picture that a version brought');
  const text = products.replace('image: gems-60.webp', 'image: gems-new.webp');
  const both = await bring([
    { path: 'products.yaml', text },
    { path: 'art/gems-new.webp', text: picture },
    { path: 'art/icon.webp', text: '' },
  ]);
  expect(both.mistakes).toEqual([]);
  await end({ ...step, seen: both.seen, files: [...both.files] });
  expect(icon()).toBe(own);
  // A good still has this one.
  const missing = await bring([{ path: 'art/gems-new.webp', text: '' }]);
  expect(missing.mistakes[0]?.why).toBe('there is no file catalogue/miniflix/art/gems-new.webp');
  const back = { kind: 'roll_back_catalogue', project, version: begin.number, because } as const;
  await end({ ...back, seen: await live() });
});

it('an export and its import keep a brought picture; another picture in the folder is a change', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'webpay-pictures-'));
  await cp(ctx.config.catalogueDir, dir, { recursive: true });
  const { seen, files } = await bring([{ path: 'art/icon.webp', text: picture }]);
  await end({ kind: 'publish_files', project, seen, files: [...files], because });
  const published = await live();
  const icon = () => ctx.catalogue.project(project)?.icon;
  const address = icon();
  const lines: string[] = [];
  const bringFolder = async (over: readonly string[] = []) => {
    await importCatalogue(db, dir, (line) => lines.push(line), { over });
    await ctx.catalogue.refresh();
  };

  await expect(bringFolder()).rejects.toThrow(`--over miniflix-${published}`);
  expect(await exportCatalogue(db, project, dir)).toContain('  miniflix/art/icon.webp');
  await bringFolder();
  expect(lines.at(-1)).not.toContain('rows changed');
  expect([await live(), icon()]).toEqual([published, address]);

  await cp(path.join(dir, 'cgg/art/logo.webp'), path.join(dir, 'miniflix/art/icon.webp'));
  await expect(bringFolder()).rejects.toThrow(`--over miniflix-${published}`);
  await bringFolder([`miniflix-${published}`]);
  expect(icon()).toMatch(/^\/catalogue\/miniflix\/art\/icon\.webp\?v=\w{8}$/);
  await rm(dir, { recursive: true });
  const back = { kind: 'roll_back_catalogue', project, version: begin.number, because } as const;
  await end({ ...back, seen: await live() });
});

it('a version has at most 60 pictures, also when a step names them by hash', async () => {
  const small = { text: picture, sha256: hashOf(picture) };
  const named = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) =>
      from + n === 0 ? 'art/icon.webp' : `art/p${from + n}.webp`,
    );
  const first = await bring(named(0, 40).map((file) => ({ path: file, text: small.text })));
  expect(first.mistakes).toEqual([]);
  const step = { kind: 'publish_files', project, because } as const;
  await end({ ...step, seen: first.seen, files: [...first.files] });
  const more = named(40, 21).map((file) => ({ path: file, sha256: small.sha256 }));
  const seen = await live();
  const plan = await planFor(ctx, liveops, { ...step, seen, files: more });
  expect(plan).toMatchObject({ possible: false });
  expect(JSON.stringify(plan)).toContain('of one version are at most 60');
  // Sixty are allowed; these are on no page.
  const fewer = await planFor(ctx, liveops, { ...step, seen, files: more.slice(1) });
  expect(JSON.stringify(fewer)).toContain('It would change nothing.');
  const back = { kind: 'roll_back_catalogue', project, version: begin.number, because } as const;
  await end({ ...back, seen });
});

it('a good may have a picture that comes with it; one that is nowhere, or is none, is a mistake', async () => {
  const text = products.replace('image: gems-60.webp', 'image: gems-new.webp');
  expect(text).not.toBe(products);
  const goods = { path: 'products.yaml', text };
  const alone = await bring([goods]);
  expect(alone.mistakes[0]?.why).toBe('there is no file catalogue/miniflix/art/gems-new.webp');
  const both = await bring([goods, { path: 'art/gems-new.webp', text: picture }]);
  expect(both.mistakes).toEqual([]);
  const wrong = await bring([{ path: 'art/gems-new.webp', text: 'data:text/html;base64,PGI+' }]);
  expect(wrong.mistakes).toEqual([
    {
      file: 'miniflix/art/gems-new.webp',
      line: null,
      field: null,
      why: 'is no picture of type webp',
    },
  ]);
  const large = readFileSync(path.join(ctx.config.catalogueDir, 'cgg/art/app-512.png'));
  const png = `data:image/png;base64,${large.toString('base64')}`;
  const many = Array.from({ length: 40 }, (_, n) => ({ path: `art/p${n}.png`, text: png }));
  expect((await bring(many)).mistakes.at(-1)?.why).toContain('bytes together');
});

it('words need a second person when rows have changed outside of the versions, and no step publishes another file as a picture', async () => {
  const texts = begin.files.get('texts/de.json') ?? '';
  const { seen, files } = await bring([
    { path: 'texts/de.json', text: texts.replace('Edelsteine', 'Juwelen') },
  ]);
  const step: ActionOf<'publish_files'> = {
    kind: 'publish_files',
    project,
    seen,
    files: [...files],
    because,
  };
  expect((await planFor(ctx, liveops, step)).needs.second_person).toBeNull();
  const yaml = { path: 'art/icon.webp', sha256: hashOf(products) };
  expect(await planFor(ctx, liveops, { ...step, files: [yaml] })).toMatchObject({
    possible: false,
  });
  const limit = `update products set limit_max = $1, limit_period = $2 where project = 'miniflix' and product_id = 'gems-60'`;
  await db.pool.query(limit, [3, 'day']);
  const { needs } = await planFor(ctx, liveops, step);
  expect(needs.second_person).toBe('It changes more than prices.');
  await db.pool.query(limit, [null, null]);
});

it('an older version comes back though the live one has a file that this release refuses', async () => {
  const { seen, files } = await bring([{ path: 'art/icon.webp', text: picture }]);
  await end({ kind: 'publish_files', project, seen, files: [...files], because });
  const last = await liveVersion(db, project);
  const theme = 'tokens: 1\n';
  const texts = new Map(await textsOf(db, project, last?.number ?? -1)).set('theme.yaml', theme);
  const by = { source: 'publish', restores: null, byId: null, byName: 'an older release' } as const;
  await db.transaction((tx) =>
    addVersion(tx, last, { project, texts, now: new Date(), because, ...by }),
  );
  const back = { kind: 'roll_back_catalogue', project, version: begin.number, because } as const;
  const step = { ...back, seen: await live() };
  const plan = await planFor(ctx, liveops, step);
  expect(plan).toMatchObject({ possible: true });
  await end(step);
  expect(ctx.catalogue.project(project)?.icon).not.toContain(hashOf(picture));
});
