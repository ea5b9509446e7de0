import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LANGUAGES } from '@webpay/contract/languages';
import { afterAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { parse } from 'yaml';
import { readCatalogue } from '../apps/api/src/catalogue-import/read-catalogue.ts';
import { untranslated } from '../apps/api/src/catalogue-import/untranslated.ts';
import { SHIPPED } from '../tests/support/shipped-projects.ts';

const SMALLEST = path.join(
  import.meta.dirname,
  '../tests/browser/projects/seventh-project/star_depot',
);

/** The repository's projects, also those that a publisher added, and the smallest one of docs/adding-a-project.md. */
const dir = await mkdtemp(path.join(tmpdir(), 'webpay-projects-'));
afterAll(() => rm(dir, { recursive: true, force: true }));
for (const entry of await readdir(import.meta.dirname, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  await cp(path.join(import.meta.dirname, entry.name), path.join(dir, entry.name), {
    recursive: true,
  });
}
await cp(SMALLEST, path.join(dir, 'star_depot'), { recursive: true });

const all = await readCatalogue(dir);
const projects = all.filter(({ code }) => SHIPPED.includes(code));
const named = (some: typeof all) => some.map((project) => [project.code, project] as const);

/** Smallest chargeable step in minor units, where coarser than ISO (payments.md). */
const STEPS: Readonly<Record<string, number>> = {
  IDR: 100,
  TWD: 100,
  HUF: 100,
  KWD: 10,
  BHD: 10,
  JOD: 10,
  OMR: 10,
};

/** Steps of local price tags in minor units: ¥160, ₩1,200, NT$30, Rp 15.000, 25.000 ₫, 390 Ft, ₹89. */
const LOCAL_STEPS = {
  JPY: 10,
  KRW: 100,
  TWD: 1_000,
  IDR: 100_000,
  VND: 1_000,
  HUF: 1_000,
  INR: 100,
};

/** Currencies that PayPal charges for merchants of any country. */
const PAYPAL =
  'AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' ');

const Recipe = v.object({
  items: v.record(v.string(), v.string()),
  products: v.record(v.string(), v.object({ with: v.optional(v.array(v.string())) })),
});
const DECORATION = ['calendar', 'crate', 'sparkles'];

describe.each(named(all))('%s, as every project,', (code, { channels, data, products }) => {
  test('has only prices that the gateways can charge', () => {
    const off = products.flatMap(({ product_id, prices }) =>
      Object.entries(prices).flatMap(([currency, minor]) =>
        minor % (STEPS[currency] ?? 1) === 0 ? [] : [`${product_id} ${currency} ${minor}`],
      ),
    );
    expect(off).toEqual([]);
  });

  test('offers PayPal only where it charges in the currency', () => {
    const currencyOf = new Map(data.countries.map((each) => [each.country, each.currency]));
    const offered = channels
      .filter((channel) => channel.provider === 'paypal')
      .flatMap(({ data: { countries } }) =>
        countries === '*' ? [...currencyOf.keys()] : countries,
      );
    expect(offered.filter((each) => !PAYPAL.includes(currencyOf.get(each) ?? ''))).toEqual([]);
  });

  test('has no large goods picture', async () => {
    for (const { data: good } of products) {
      const file = good.image.replace(/^\/catalogue\//, '').replace(/\?.*$/, '');
      const content = await readFile(path.join(dir, file));
      expect(content.length, file).toBeLessThanOrEqual(8 * 1024);
    }
    expect(products.length, code).toBeGreaterThan(0);
  });
});

test('the smallest project of the documentation is among the projects that are tested (14.25)', () => {
  expect(all.map(({ code }) => code)).toContain('star_depot');
});

/** Everything below is about the goods that this repository ships, never about a publisher's project. */

test('[S06] every text of every project exists in all 21 languages', async () => {
  expect(projects.map(({ data }) => data.langs.toSorted())).toEqual(
    projects.map(() => [...LANGUAGES].toSorted()),
  );
  const said = await untranslated(dir);
  expect(said.filter((line) => SHIPPED.includes(line.split(':', 1).join('')))).toEqual([]);
});

test('[A02] six projects exist, in seed order, each with its game', () => {
  expect(projects.map(({ code, game_id }) => [code, game_id])).toEqual([
    ['miniflix', '20'],
    ['poi_mbo', '10'],
    ['vp_mbo', '13'],
    ['cgg', '22'],
    ['dr2', '31'],
    ['dr2_mpt', '32'],
  ]);
});

test('[A03] only miniflix has the green button', () => {
  expect(projects.map(({ code, data }) => [code, data.theme.button_color])).toEqual([
    ['miniflix', '#009241'],
    ['poi_mbo', '#df914b'],
    ['vp_mbo', '#df914b'],
    ['cgg', '#df914b'],
    ['dr2', '#df914b'],
    ['dr2_mpt', '#df914b'],
  ]);
});

test('no two projects share a good, a server name, a tagline or a goods picture', () => {
  const unlike = (values: readonly string[]) =>
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  unlike(projects.flatMap(({ products }) => products.map(({ data }) => data.name['en'] ?? '')));
  unlike(projects.flatMap(({ servers }) => servers.map(({ name }) => name['en'] ?? '')));
  unlike(projects.map(({ data }) => data.tagline['en'] ?? ''));
  unlike(
    projects.flatMap(({ products }) =>
      products.map(({ data }) => data.image.split('?v=')[1] ?? ''),
    ),
  );
});

describe.each(named(projects))('%s', (_, project) => {
  const { data, products } = project;
  const topups = products.filter((product) => product.kind === 'topup');

  test('[A02] lists all 21 languages', () => {
    expect(data.langs.toSorted()).toEqual(LANGUAGES.toSorted());
  });

  test('has three regions of four servers and one server in maintenance', () => {
    expect(project.regions.length).toBeGreaterThanOrEqual(3);
    for (const { pr_id } of project.regions) {
      expect(project.servers.filter((server) => server.pr_id === pr_id).length).toBeGreaterThan(3);
    }
    expect(project.servers.filter((server) => server.state === 'maintenance')).toHaveLength(1);
  });

  test('[C08] lists top-ups first, cheapest first in every currency, eight of them without a limit', () => {
    expect(products.slice(0, topups.length)).toEqual(topups);
    expect(topups.filter((each) => each.limit === null && each.on_sale).length).toBeGreaterThan(7);
    for (const currency of Object.keys(topups[0]?.prices ?? {})) {
      const prices = topups.map((each) => each.prices[currency] ?? 0);
      expect(prices).toEqual([...new Set(prices)].toSorted((a, b) => a - b));
    }
  });

  test('has only prices that local price tags show', () => {
    const off = products.flatMap(({ product_id, prices }) =>
      Object.entries(LOCAL_STEPS).flatMap(([currency, step]) =>
        (prices[currency] ?? 0) % step === 0 ? [] : [`${product_id} ${currency}`],
      ),
    );
    expect(off).toEqual([]);
  });

  test('gives more value and a bigger picture for a bigger top-up', () => {
    const worth = topups.map(({ data: good, prices }) => {
      const count = (good.contents[0]?.count ?? 0) + (good.bonus?.count ?? 0);
      return count / (prices['USD'] ?? 1);
    });
    expect(worth).toEqual(worth.toSorted((a, b) => a - b));
    const tiers = topups.map((each) => each.data.tier);
    expect(tiers).toEqual(tiers.toSorted((a, b) => a - b));
  });

  test('[C08] sells twelve top-ups and packs, one weekly card, two bargain packs, one limited good', () => {
    const kinds = Object.groupBy(products, (product) => product.kind);
    expect(topups.length + (kinds.pack?.length ?? 0)).toBeGreaterThanOrEqual(12);
    expect(kinds.card).toHaveLength(1);
    expect(kinds.bargain).toHaveLength(2);
    const limits = products.flatMap(({ limit }) => (limit === null ? [] : [limit.max]));
    expect(limits.some((max) => max <= 5)).toBe(true);
  });

  test('[C02] sells in ten countries, among them those of the checks', () => {
    const currencies = data.countries.map((each) => each.currency);
    expect(data.countries.length).toBeGreaterThanOrEqual(10);
    expect(currencies).toEqual(
      expect.arrayContaining(['USD', 'EUR', 'GBP', 'JPY', 'KRW', 'TWD', 'IDR', 'KWD']),
    );
  });

  test('shows only the contents of a pack, in one container at most', async () => {
    const recipe: unknown = parse(
      await readFile(path.join(import.meta.dirname, project.code, 'art.yaml'), 'utf8'),
    );
    const { items, products: pictures } = v.parse(Recipe, recipe);
    const untrue = products
      .filter((product) => product.kind !== 'topup')
      .flatMap(({ product_id, data: good }) => {
        const inside = good.contents.map((item) => items[item.item_id]);
        const shown = pictures[product_id]?.with ?? [];
        return shown.filter((name) => !inside.includes(name) && !DECORATION.includes(name));
      });
    expect(untrue).toEqual([]);
  });

  test('offers PayPal country by country', () => {
    const paypal = project.channels.find((channel) => channel.provider === 'paypal');
    expect(paypal?.data.countries).toEqual(expect.arrayContaining(['US']));
  });

  test('shows no picture twice', () => {
    const pictures = products.map(({ data: good }) => good.image.split('?v=')[1]);
    expect(new Set(pictures).size).toBe(pictures.length);
  });
});

const OWN_USES = ['gift', 'ticket', 'trophy', 'calendar', 'wheel'];
const fileOf = (address: string | undefined) => (address ?? '').replace(/\?.*$/, '');

test('every project has its own gift, trophy, wheel, card and coin, unlike those of the others', () => {
  for (const { code, data } of projects) {
    for (const use of OWN_USES) {
      expect(fileOf(data.theme.art[use]), use).toContain(`/catalogue/${code}/art/`);
    }
  }
  const contents = projects.flatMap(({ data }) =>
    [...OWN_USES, 'event_bargain', 'event_cumulation', 'event_card'].map(
      (use) => data.theme.art[use]?.split('?v=')[1],
    ),
  );
  expect(new Set(contents).size).toBe(contents.length);
});

test('a project that names no gift, trophy, wheel, card or coin has the shared ones', () => {
  const art = all.find(({ code }) => code === 'star_depot')?.data.theme.art;
  expect([...OWN_USES, 'sparkles', 'asleep'].map((use) => fileOf(art?.[use]))).toEqual(
    ['gift', 'ticket', 'trophy', 'calendar', 'wheel', 'sparkles', 'moon'].map(
      (name) => `/catalogue/shared/art/${name}.webp`,
    ),
  );
});

test('own pictures weigh about as much as the shared ones', async () => {
  const weigh = async (addresses: readonly (string | undefined)[]) => {
    const files = addresses.map((each) => fileOf(each).replace(/^\/catalogue\//, ''));
    const contents = await Promise.all(files.map((file) => readFile(path.join(dir, file))));
    return contents.reduce((sum, content) => sum + content.length, 0);
  };
  for (const { code, data } of projects) {
    const { art } = data.theme;
    const bytes = await weigh([...OWN_USES, 'sparkles'].map((use) => art[use]));
    expect(bytes, code).toBeLessThan(24 * 1024);
  }
});

test('every picture of the catalogue is used', () => {
  const said = JSON.stringify(projects);
  const files = projects.flatMap(({ code }) =>
    readdirSync(path.join(import.meta.dirname, code, 'art')).map((name) => `${code}/art/${name}`),
  );
  // The manifest of an installed shop names its icons (http/pages/install.ts).
  const isAppIcon = (file: string) => /\/art\/app-(?:192|512|maskable-512)\.png$/.test(file);
  const unused = files.filter(
    (file) => !isAppIcon(file) && !said.includes(`/catalogue/${file}?v=`),
  );
  expect(unused).toEqual([]);
});

test('every drawing is attributed and has its licence', async () => {
  const said = await readFile(path.join(import.meta.dirname, 'ATTRIBUTION.md'), 'utf8');
  expect(said).toContain('MIT');
  for (const file of [
    'sources/LICENSE.txt',
    'shared/marks/LICENSE.txt',
    'shared/fonts/fredoka.LICENSE.txt',
  ]) {
    expect(existsSync(path.join(import.meta.dirname, file)), file).toBe(true);
  }
});
