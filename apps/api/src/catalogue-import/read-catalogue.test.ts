import { cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from './read-catalogue.ts';
import { untranslated } from './untranslated.ts';
import { ownCatalogue } from './testing/own-catalogue.ts';

const { own, edit, troubleOf } = await ownCatalogue();

test('[A01] a project is read with its theme, texts, configuration and addresses of its pictures', async () => {
  const [project] = await readCatalogue(own);
  expect(project?.code).toBe('poi_mbo');
  expect(project?.game_id).toBe('10');
  expect(project?.data.cid_upper).toBe(true);
  expect(project?.data.analytics.tag_id).toBe('');
  expect(project?.data.icon).toMatch(/^\/catalogue\/poi_mbo\/art\/icon\.webp\?v=[0-9a-f]{8}$/);
  expect(project?.data.theme.button_color).toBe('#df914b');
  expect(project?.data.theme.font?.url).toMatch(/^\/catalogue\/shared\/fonts\/fredoka\.woff2\?v=/);
  expect(project?.data.theme.tokens['scene']).toMatch(
    /^url\("data:image\/svg\+xml,%3Csvg [^"#<>]*"\)$/,
  );
  expect(project?.products[2]?.data.bonus).toEqual({
    item_id: 'doubloon',
    name: expect.objectContaining({ en: 'Doubloons', zh: '金币' }) as unknown,
    count: 24,
  });
});

test('a picture that changes gets a new address', async () => {
  const [before] = await readCatalogue(own);
  await cp(path.join(own, 'poi_mbo/art/logo.webp'), path.join(own, 'poi_mbo/art/icon.webp'));
  const [after] = await readCatalogue(own);
  expect(after?.data.icon).not.toBe(before?.data.icon);
  expect(after?.data.logo).toBe(before?.data.logo);
});

test('[S06] texts come from the language files; missing and unused ones are reported', async () => {
  const at = path.join(own, 'poi_mbo/texts/de.json');
  await writeFile(at, JSON.stringify({ Doubloons: 'Dublonen' }));
  const [project] = await readCatalogue(own);
  expect(project?.data.currency_name['de']).toBe('Dublonen');
  expect(project?.data.tagline['de']).toBeUndefined();
  await writeFile(at, JSON.stringify({ Guineas: 'Guineen' }));
  expect((await readCatalogue(own))[0]?.data.currency_name['de']).toBeUndefined();
  const said = await untranslated(own);
  expect(said).toContain('poi_mbo: de translates "Guineas", which is not there.');
  expect(said.filter((line) => line.includes('lack'))).toEqual([
    expect.stringMatching(/^poi_mbo: (\d+) of \1 texts lack de\.$/),
  ]);
  await writeFile(at, '{"Doubloons": 7}');
  expect(await troubleOf()).toContain('poi_mbo/texts/de.json: is not JSON that leads from');
  await writeFile(path.join(own, 'poi_mbo/texts/klingon.json'), '{}');
  expect(await troubleOf()).toContain('klingon.json: is not named after a language');
});

describe('a wrong catalogue is refused by file and field', () => {
  test.each<[string, string, string | RegExp, string, string]>([
    [
      'a misspelt field',
      'poi_mbo/project.yaml',
      'reload_only:',
      'reload_olny:',
      'project.yaml: reload_only: is missing',
    ],
    [
      'more in the game than here',
      'poi_mbo/products.yaml',
      'in_game: 480',
      'in_game: 505',
      'products.yaml: doubloons-480.in_game: 505 is above the 504 that it gives here',
    ],
    [
      'a figure of the game without its source',
      'poi_mbo/products.yaml',
      /in_game_source:.*\n/,
      '',
      'products.yaml: in_game_source: is missing, and doubloons-100 has in_game',
    ],
    [
      'a figure of the game without the day of its source',
      'poi_mbo/products.yaml',
      /, on: [^}]* }/,
      ' }',
      'in_game_source.on',
    ],
    ['nothing in the game', 'poi_mbo/products.yaml', 'in_game: 480', 'in_game: 0', 'in_game'],
    [
      'a comparison of a pack with the game',
      'poi_mbo/products.yaml',
      'tag: { en: New }',
      'in_game: 450\n    tag: { en: New }',
      'products.yaml: pack-navigator.in_game: is for top-ups only',
    ],
    [
      'an unknown field',
      'poi_mbo/project.yaml',
      'order: 2',
      'order: 2\nextra: 1',
      'project.yaml: extra: is not a known field',
    ],
    [
      'an order’s limit below its cart’s (14.16)',
      'poi_mbo/project.yaml',
      'cart_usd_limit: 800',
      'cart_usd_limit: 800\norder_usd_limit: 700',
      "project.yaml: order_usd_limit: 700 is below the cart's limit of 800",
    ],
    [
      'a day’s limit below its order’s (14.16)',
      'poi_mbo/project.yaml',
      'cart_usd_limit: 800',
      'cart_usd_limit: 800\nday_usd_limit: 700',
      "project.yaml: day_usd_limit: 700 is below the order's limit of 1000",
    ],
    [
      'a first day above all days (14.16)',
      'poi_mbo/project.yaml',
      'cart_usd_limit: 800',
      'cart_usd_limit: 800\nday_usd_limit: 1100\nfirst_day_usd_limit: 1101',
      "project.yaml: first_day_usd_limit: 1101 is above the day's limit of 1100",
    ],
    [
      'another code than the folder',
      'poi_mbo/project.yaml',
      'code: poi_mbo',
      'code: poi',
      "project.yaml: code: poi is not the folder's name",
    ],
    [
      'a country it does not sell in',
      'poi_mbo/project.yaml',
      'country_default: US',
      'country_default: FI',
      'project.yaml: country_default: FI is not among countries',
    ],
    [
      'a currency nobody priced',
      'poi_mbo/project.yaml',
      '{ country: US, currency: USD }',
      '{ country: US, currency: USD }\n  - { country: CL, currency: CLP }',
      'products.yaml: doubloons-100.prices: CLP is missing',
    ],
    [
      'too many digits',
      'poi_mbo/products.yaml',
      /JPY: '150'/,
      "JPY: '150.00'",
      'products.yaml: doubloons-100.prices.JPY: 150.00 is not an amount of JPY',
    ],
    [
      'too few digits',
      'poi_mbo/products.yaml',
      /KWD: '0.300'/,
      "KWD: '0.30'",
      'products.yaml: doubloons-100.prices.KWD: 0.30 is not an amount of KWD',
    ],
    [
      'a price of nothing',
      'poi_mbo/products.yaml',
      /JPY: '150'/,
      "JPY: '0'",
      'products.yaml: doubloons-100.prices.JPY: is nothing',
    ],
    [
      'a number for a price',
      'poi_mbo/products.yaml',
      /JPY: '150'/,
      'JPY: 150',
      'products.yaml: products.0.prices.JPY: 150 where string belongs',
    ],
    [
      'goods twice',
      'poi_mbo/products.yaml',
      'product_id: doubloons-260',
      'product_id: doubloons-100',
      'products.yaml: products: doubloons-100 stands there twice',
    ],
    [
      'an unknown item',
      'poi_mbo/products.yaml',
      'item_id: doubloon, count: 100',
      'item_id: dubloon, count: 100',
      'products.yaml: doubloons-100.contents: there is no item dubloon',
    ],
    [
      'an unknown category',
      'poi_mbo/products.yaml',
      'category: doubloons',
      'category: coins',
      'products.yaml: doubloons-100.category: there is no category coins',
    ],
    [
      'a ribbon too long',
      'poi_mbo/products.yaml',
      'en: Most popular',
      'en: Most popular of all',
      'tag.en: "Most popular of all" is longer than 14',
    ],
    [
      'a picture that is not there',
      'poi_mbo/products.yaml',
      'image: doubloons-100.webp',
      'image: doubloons-1.webp',
      'products.yaml: there is no file catalogue/poi_mbo/art/doubloons-1.webp',
    ],
    [
      'a picture outside the catalogue',
      'poi_mbo/products.yaml',
      'image: doubloons-100.webp',
      'image: ../../secret.webp',
      'products.0.image: "../../secret.webp" is not the name of a picture',
    ],
    [
      'a server twice',
      'poi_mbo/regions.yaml',
      'server_id: s04',
      'server_id: s01',
      'regions.yaml: servers: s01 stands there twice',
    ],
    [
      'a state nobody knows',
      'poi_mbo/regions.yaml',
      'state: maintenance',
      'state: closed',
      'state: "closed" where',
    ],
    [
      'a wallet without the currency',
      'poi_mbo/channels.yaml',
      /countries: \[\s*US,/,
      'countries: [KW, US,',
      'channels.yaml: paypal.countries: KW pays in KWD, which is not among currencies',
    ],
    [
      'a missing token',
      'poi_mbo/theme.yaml',
      /\n  btn-lip: .*/,
      '',
      'theme.yaml: tokens.btn-lip: is missing',
    ],
    [
      'a value that leaves its declaration',
      'poi_mbo/theme.yaml',
      /halo: .*/,
      "halo: 'red;}body{display:none'",
      'is not a plain CSS value',
    ],
    ['no YAML', 'poi_mbo/regions.yaml', 'regions:', 'regions: [', 'regions.yaml: is not YAML'],
  ])('%s', async (_, file, from, to, said) => {
    await edit(file, from, to);
    expect(await troubleOf()).toContain(said);
  });
});

test('two projects of one game are refused', async () => {
  await cp(path.join(own, 'poi_mbo'), path.join(own, 'twin'), { recursive: true });
  await edit('twin/project.yaml', 'code: poi_mbo', 'code: twin');
  expect(await troubleOf()).toBe(
    "catalogue/twin/project.yaml: game_id: 10 is poi_mbo's too; or correct catalogue/poi_mbo/project.yaml.",
  );
});

test('a folder without projects and a missing file are reported', async () => {
  await rm(path.join(own, 'poi_mbo/scene.svg'));
  expect(await troubleOf()).toBe('catalogue/poi_mbo/scene.svg: is missing.');
  await rm(path.join(own, 'poi_mbo'), { recursive: true });
  expect(await troubleOf()).toContain('holds no folder with a project.yaml');
});
