import { cp } from 'node:fs/promises';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrast } from '@webpay/contract/console/contrast';
import { slownessForIds } from './pattern.ts';
import { ownCatalogue } from './testing/own-catalogue.ts';

const { own, edit, placedTroubleOf } = await ownCatalogue();

/** The number of the first line with this text, from 1. */
async function lineOf(file: string, text: string | RegExp): Promise<number> {
  const lines = (await readFile(path.join(own, file), 'utf8')).split('\n');
  return lines.findIndex((line) => line.search(text) >= 0) + 1;
}

describe('a mistake is named by file and line (14.25)', () => {
  test.each<[string, string, string | RegExp, string, string | RegExp, string]>([
    [
      'a price with too many digits',
      'products.yaml',
      /JPY: '150'/,
      "JPY: '150.00'",
      /JPY: '150.00'/,
      'doubloons-100.prices.JPY: 150.00 is not an amount of JPY.',
    ],
    [
      'a price without quotes',
      'products.yaml',
      /JPY: '150'/,
      'JPY: 150',
      /JPY: 150$|JPY: 150[ ,]/,
      'products.0.prices.JPY: 150 where string belongs.',
    ],
    [
      'a picture that is not there',
      'products.yaml',
      'image: doubloons-100.webp',
      'image: nope.webp',
      'image: nope.webp',
      'there is no file catalogue/poi_mbo/art/nope.webp.',
    ],
    [
      'a good that is there twice, by its second place',
      'products.yaml',
      'product_id: doubloons-260',
      'product_id: doubloons-100 # again',
      '# again',
      'products: doubloons-100 stands there twice.',
    ],
    [
      'a rule of an event',
      'events.yaml',
      "sign_in: '0.60'",
      "sign_in: '0.6'",
      "sign_in: '0.6'",
      'bargain.bargain.sign_in: "0.6" is not dollars and cents.',
    ],
    [
      'a field that is missing, by its entry',
      'products.yaml',
      'tier: 1\n',
      'tear: 1\n',
      'product_id: doubloons-100',
      'products.0.tier: is missing.',
    ],
    ['no YAML', 'project.yaml', 'order: 2', 'order: [2', /never/, 'is not YAML'],
  ])('%s', async (_, file, from, to, at, said) => {
    await edit(`poi_mbo/${file}`, from, to);
    const trouble = await placedTroubleOf();
    expect(trouble).toContain(said);
    const line = await lineOf(`poi_mbo/${file}`, at);
    expect(trouble).toMatch(
      line === 0
        ? /^catalogue\/poi_mbo\/project\.yaml:\d+: /
        : new RegExp(`^catalogue/poi_mbo/${file}:${line}: `),
    );
  });
});

describe('a mistake between two files names both (14.25)', () => {
  test('one game of two projects', async () => {
    await cp(path.join(own, 'poi_mbo'), path.join(own, 'a_twin'), { recursive: true });
    await edit('a_twin/project.yaml', 'code: poi_mbo', 'code: a_twin');
    const line = await lineOf('poi_mbo/project.yaml', 'game_id');
    expect(await placedTroubleOf()).toBe(
      `catalogue/poi_mbo/project.yaml:${line}: game_id: 10 is a_twin's too; or correct catalogue/a_twin/project.yaml:${line}.`,
    );
  });

  test('a currency of a country without a price', async () => {
    await edit(
      'poi_mbo/project.yaml',
      /- \{ country: US/,
      '- { country: CL, currency: CLP }\n  $&',
    );
    const [price, country] = [
      await lineOf('poi_mbo/products.yaml', 'prices:'),
      await lineOf('poi_mbo/project.yaml', 'CLP'),
    ];
    expect(await placedTroubleOf()).toBe(
      `catalogue/poi_mbo/products.yaml:${price}: doubloons-100.prices: CLP is missing; or correct catalogue/poi_mbo/project.yaml:${country}.`,
    );
  });

  test('a translation that is too long is named in the file of its language', async () => {
    const file = 'poi_mbo/texts/de.json';
    const texts = JSON.parse(await readFile(path.join(own, file), 'utf8')) as object;
    const long = { ...texts, 'Most popular': 'Am allerhäufigsten gekauft' };
    await writeFile(path.join(own, file), JSON.stringify(long, null, 2));
    const line = await lineOf(file, '"Most popular"');
    expect(await placedTroubleOf()).toMatch(
      new RegExp(
        `^catalogue/${file}:${line}: products\\.\\d+\\.tag\\.de: ".+" is longer than 14\\.$`,
      ),
    );
  });
});

describe('an unknown currency is called by its name (14.25)', () => {
  test.each([
    ['project.yaml', 'currency: JPY', 'currency: YEN', '"YEN"'],
    ['products.yaml', /JPY: '150'/, "YEN: '150'", '"YEN"'],
    ['channels.yaml', /JPY/, 'DEM', '"DEM"'],
  ])('in %s', async (file, from, to, named) => {
    await edit(`poi_mbo/${file}`, from, to);
    const line = await lineOf(`poi_mbo/${file}`, named.slice(1, -1));
    const trouble = await placedTroubleOf();
    expect(trouble).toContain(`catalogue/poi_mbo/${file}:${line}: `);
    expect(trouble).toContain(`${named} is not a currency of ISO 4217`);
  });
});

describe('a theme that cannot be read is refused (14.25)', () => {
  test('text on its own colour, with both colours and their ratio', async () => {
    await edit('poi_mbo/theme.yaml', /^ {2}on-btn: .*/m, "  on-btn: '#ffffff'");
    const line = await lineOf('poi_mbo/theme.yaml', 'on-btn:');
    const ratio = (Math.floor(contrast('#ffffff', '#df914b') * 100) / 100).toFixed(2);
    expect(await placedTroubleOf()).toBe(
      `catalogue/poi_mbo/theme.yaml:${line}: tokens.on-btn: #ffffff on btn #df914b has a contrast of ${ratio} : 1, text needs 4.5 : 1.`,
    );
  });

  test('a colour that cannot be measured', async () => {
    await edit('poi_mbo/theme.yaml', /^ {2}on-btn: .*/m, '  on-btn: white');
    expect(await placedTroubleOf()).toContain(
      'tokens.on-btn: "white" is not a colour like #009241',
    );
  });
});

describe('a pattern of IDs that is slow is refused (14.25)', () => {
  test('the pattern is named with its file and line', async () => {
    await edit('poi_mbo/project.yaml', /^cid_pattern: .*/m, 'cid_pattern: ^([0-9]+)+$');
    const line = await lineOf('poi_mbo/project.yaml', 'cid_pattern');
    expect(await placedTroubleOf()).toContain(
      `catalogue/poi_mbo/project.yaml:${line}: cid_pattern: ^([0-9]+)+$ is slow (exponential on many "0")`,
    );
  });

  test.each([
    '^([0-9]{1,32}){1,32}$',
    '^(?:ab|ab)+$',
    String.raw`^(\d\w|\d\w)+$`,
    '^([a-z]?){32}[0-9]$',
    '^([0-9]?[0-9]?){1,16}$',
    '(a{0,1000}){1000}x',
    '^((((((a?)?)?)?)?)?){2000}b',
    '^(?=([0-9]+)+x)[0-9]+$',
    String.raw`^([0-9])\1+$`,
  ])('%s is slow, or cannot be judged', (pattern) => {
    expect(slownessForIds(pattern)).not.toBeNull();
  });

  test.each([
    '^[0-9]{6,12}$',
    '^[A-Z]?[0-9]{6,11}$',
    '^[A-Z]{2}-[0-9]{4}$',
    '^[0-9]+(-[0-9]+)*$',
    '^[a-z][a-z0-9_-]{2,30}[a-z0-9]$',
    '^(?:[A-Z0-9]{4}-?){2,8}$',
    '[0-9]{6,12}',
  ])('%s is quick', (pattern) => {
    expect(slownessForIds(pattern)).toBeNull();
  });
});
