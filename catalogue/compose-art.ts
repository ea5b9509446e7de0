/**
 * Draws every picture of the catalogue from `sources/`: `node catalogue/compose-art.ts [code …]`.
 * The results are committed and need no stacking or filters at run time.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import * as v from 'valibot';
import { parse } from 'yaml';
import { drawing, heap, type Tints } from './art-tools/compose.ts';
import { BANNERS, LAYOUTS, type BannerName, type LayoutName } from './art-tools/layouts.ts';
import { Own, withOwn } from './art-tools/own.ts';
import { banner, profileCard, tile, type Colours } from './art-tools/panels.ts';

const ROOT = import.meta.dirname;
const STAGE = { width: 256, height: 210 };
const BANNER = { width: 600, height: 224 };
const POPUP = { width: 600, height: 420 };

/** Maximum size of a goods picture; a list shows up to twenty. */
const GOODS_BYTES = 8 * 1024;
const PANEL_BYTES = 14 * 1024;
/** All of a project's own pictures together weigh about as much as the shared ones they replace. */
const OWN_BYTES = 4 * 1024;
const OWN_SIDE = 200;
/** These are shown small. */
const OWN_SMALL: Readonly<Record<string, { readonly side: number; readonly bytes: number }>> = {
  coin: { side: 160, bytes: 3 * 1024 },
  sparkles: { side: 128, bytes: 2 * 1024 },
};
/** Quality of their edges, which are simpler than those of heaps. */
const OWN_EDGES = 20;

/** Events' colours of a project that names none. */
const EVENT_COLOURS: Readonly<Record<'cumulation' | 'card', Colours>> = {
  cumulation: ['#0B4F8A', '#0F7FB8', '#2CC0C8'],
  card: ['#2B2C86', '#5B46C9', '#B07BFF'],
};

const names = v.array(v.string());
const colours = v.tuple([v.string(), v.string(), v.string()]);
const Recipe = v.strictObject({
  tints: v.record(
    v.string(),
    v.object({
      source: v.string(),
      hue: v.number(),
      saturation: v.number(),
      scale: v.number(),
      metal: v.optional(v.pipe(v.string(), v.regex(/^#[0-9A-F]{6}$/i))),
    }),
  ),
  own: v.optional(Own, {}),
  events: v.optional(v.partial(v.strictObject({ cumulation: colours, card: colours })), {}),
  currency: v.string(),
  avatar: v.string(),
  emblem: v.string(),
  sky: colours,
  cast: names,
  items: v.record(v.string(), v.string()),
  products: v.record(
    v.string(),
    v.object({
      layout: v.picklist(Object.keys(LAYOUTS) as LayoutName[]),
      with: v.optional(names, []),
    }),
  ),
  banners: v.record(v.picklist(Object.keys(BANNERS) as BannerName[]), names),
});

const Theme = v.object({ tokens: v.record(v.string(), v.string()) });

async function composeProject(code: string): Promise<void> {
  const recipe = v.parse(Recipe, await yaml(code, 'art.yaml'));
  const { tokens } = v.parse(Theme, await yaml(code, 'theme.yaml'));
  const scene = await readFile(path.join(ROOT, code, 'scene.svg'), 'utf8');
  const tints = await withOwn(
    path.join(ROOT, code),
    recipe.own,
    new Map(Object.entries(recipe.tints)),
  );
  const out = path.join(ROOT, code, 'art');
  await mkdir(out, { recursive: true });
  const token = (name: string) => tokens[name] ?? '#000000';
  const put = async (name: string, image: Sharp, bytes: number, edges?: number) =>
    writeFile(path.join(out, `${name}.webp`), await encode(image, bytes, edges));
  const single = async (name: string, width: number) =>
    sharp(await drawing(name, Math.round(width * Math.min(1, tints.get(name)?.scale ?? 1)), tints));

  for (const [id, { layout, with: others }] of Object.entries(recipe.products)) {
    await put(id, await heap(LAYOUTS[layout], recipe.currency, others, STAGE, tints), GOODS_BYTES);
  }
  for (const [id, name] of Object.entries(recipe.items)) {
    await put(`item-${id}`, await single(name, 96), 3 * 1024);
  }
  for (const name of Object.keys(recipe.own)) {
    const { side, bytes } = OWN_SMALL[name] ?? { side: OWN_SIDE, bytes: OWN_BYTES };
    await put(name, await single(name, side), bytes, OWN_EDGES);
  }
  for (const name of recipe.cast) await put(`cast-${name}`, await single(name, 256), GOODS_BYTES);
  await put('currency', await single(recipe.currency, 128), GOODS_BYTES);
  await put('avatar', await single(recipe.avatar, 160), GOODS_BYTES);
  await put('emblem', await single(recipe.emblem, 160), GOODS_BYTES);
  await put('logo', await single(recipe.emblem, 192), GOODS_BYTES);
  await put('icon', await tile(recipe.sky, recipe.emblem, 192, tints), GOODS_BYTES);
  await putAppIcons(recipe, tints, out);

  const own: Colours = [token('ev-1'), token('ev-2'), token('ev-3')];
  for (const kind of ['topup', 'packs', 'bargain', 'cumulation', 'card'] as const) {
    const named = kind === 'cumulation' || kind === 'card' ? recipe.events[kind] : own;
    const shades = named ?? (kind === 'cumulation' || kind === 'card' ? EVENT_COLOURS[kind] : own);
    const others = recipe.banners[kind] ?? [];
    const name = kind === 'topup' || kind === 'packs' ? `banner-${kind}` : `event-${kind}`;
    const picture = await banner(kind, shades, scene, recipe.currency, others, BANNER, tints);
    await put(name, picture, PANEL_BYTES);
  }
  const others = recipe.banners.topup ?? [];
  const popup = await banner('popup', own, scene, recipe.currency, others, POPUP, tints);
  await put('popup', popup, 2 * PANEL_BYTES);
  const profile = {
    bg: token('bg'),
    surface: token('surface'),
    line: token('line'),
    text: token('text'),
    text2: token('text-2'),
    accent: token('accent'),
  };
  await put('role-id', await profileCard(profile, recipe.sky, recipe.avatar, tints), PANEL_BYTES);
}

/** Phones crop a maskable icon; the inner four fifths stay visible. */
const MASKED_SHARE = 0.56;

/** Icons of the installed page; PNG, because iOS takes no other. */
async function putAppIcons(
  { sky, emblem }: v.InferOutput<typeof Recipe>,
  tints: Tints,
  out: string,
): Promise<void> {
  const save = async (name: string, side: number, share?: number) => {
    const icon = await tile(sky, emblem, side, tints, share);
    const pixels = await icon.png().toBuffer();
    await sharp(pixels)
      .png({ palette: true, quality: 80, effort: 10 })
      .toFile(path.join(out, `${name}.png`));
  };
  await save('app-192', 192);
  await save('app-512', 512);
  await save('app-maskable-512', 512, MASKED_SHARE);
}

/** Pictures that look the same in every project: states, events, pages without a project. */
async function composeShared(): Promise<void> {
  const shared = v.parse(v.object({ art: names }), await yaml('shared', 'art.yaml'));
  const tints = await withOwn(path.join(ROOT, 'shared'), {}, new Map());
  const out = path.join(ROOT, 'shared', 'art');
  await mkdir(out, { recursive: true });
  for (const name of shared.art) {
    const image = sharp(await drawing(name, 224, tints));
    const bytes = tints.has(name) ? OWN_BYTES : GOODS_BYTES;
    await writeFile(path.join(out, `${name}.webp`), await encode(image, bytes));
  }
}

/** The best quality within `bytes`. */
async function encode(image: Sharp, bytes: number, edges = 60): Promise<Buffer> {
  const pixels = await image.png().toBuffer();
  let best = Buffer.alloc(0);
  for (let quality = 84; quality >= 36; quality -= 6) {
    best = await sharp(pixels).webp({ quality, alphaQuality: edges, effort: 6 }).toBuffer();
    if (best.length <= bytes) break;
  }
  return best;
}

async function yaml(folder: string, file: string): Promise<unknown> {
  return parse(await readFile(path.join(ROOT, folder, file), 'utf8')) as unknown;
}

const asked = process.argv.slice(2);
if (asked.length === 0 || asked.includes('shared')) await composeShared();
for (const entry of await readdir(ROOT, { withFileTypes: true })) {
  if (!entry.isDirectory() || (asked.length > 0 && !asked.includes(entry.name))) continue;
  const files = await readdir(path.join(ROOT, entry.name));
  if (files.includes('project.yaml')) await composeProject(entry.name);
}
