import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { blankDatabase, testDatabase } from '../../../../tests/support/test-database.ts';
import { prepareDatabase } from '../operator/shop-database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/pool.ts';
import { compareCatalogue } from './compare-catalogue.ts';
import { differenceInWords } from './difference-in-words.ts';
import { importIntoEmpty } from './import-catalogue.ts';

const REAL = path.join(import.meta.dirname, '../../../../catalogue');
const { db, url } = await testDatabase('seeded');
const own = await mkdtemp(path.join(tmpdir(), 'webpay-compare-'));
afterAll(() => rm(own, { recursive: true, force: true }));
beforeEach(async () => {
  await rm(own, { recursive: true, force: true });
  await cp(REAL, own, { recursive: true });
});

async function edit(file: string, from: string, to: string): Promise<void> {
  const at = path.join(own, file);
  const text = await readFile(at, 'utf8');
  expect(text).toContain(from);
  await writeFile(at, text.replace(from, to));
}

const priceOf = async (at: typeof db, product: string) =>
  (
    await at.pool.query<{ minor: string }>(
      `select amount_minor::text as minor from prices
        where project = 'miniflix' and product_id = $1 and currency = 'USD'`,
      [product],
    )
  ).rows[0]?.minor;

/** All of the catalogue, and its version. */
const whole = async () =>
  (
    await db.pool.query<Record<string, unknown>>(
      `select (select value from settings where key = 'catalogue_version') as version,
        (select md5(string_agg(p::text, ',' order by p::text)) from prices p) as prices,
        (select md5(string_agg(p::text, ',' order by p::text)) from products p) as products,
        (select md5(string_agg(e::text, ',' order by e::text)) from events e) as events`,
    )
  ).rows;

/** As `npm start` prepares a database. @returns its lines */
async function prepare(at: string): Promise<readonly string[]> {
  const lines: string[] = [];
  await prepareDatabase(
    { url: at, ownerUrl: at },
    own,
    (line) => lines.push(line),
    null,
    'compare',
  );
  return lines;
}

describe('a start with another catalogue folder than the database has (14.24)', () => {
  test('the start changes no price and no other row, and says what differs in money', async () => {
    await edit('miniflix/products.yaml', "USD: '0.99'", "USD: '1.09'");
    await edit('miniflix/channels.yaml', 'en: PayPal', 'en: PayPal wallet');
    const before = await whole();
    const lines = await prepare(url);
    expect(lines).toEqual([
      `catalogue: ${own} differs from the database in 1 price and 1 method. Nothing was changed.`,
      '  miniflix gems-60: 0.99 USD in the database, 1.09 USD in the folder (+10.1 %)',
      '  miniflix method paypal: name.en "PayPal" → "PayPal wallet"',
      '  To sell what the folder says: npm run catalogue -- import',
    ]);
    expect(await whole()).toEqual(before);
  });

  test('a good that only one of both sells is named', async () => {
    await edit('miniflix/products.yaml', 'product_id: gems-60\n', 'product_id: gems-61\n');
    const { prices } = await compareCatalogue(db, own);
    expect(prices.filter(({ currency }) => currency === 'USD')).toEqual([
      {
        project: 'miniflix',
        productId: 'gems-60',
        currency: 'USD',
        inDatabase: 99,
        inFolder: null,
      },
      {
        project: 'miniflix',
        productId: 'gems-61',
        currency: 'USD',
        inDatabase: null,
        inFolder: 99,
      },
    ]);
  });

  test('an equal folder is said to be equal', async () => {
    expect(await prepare(url)).toEqual([`catalogue: the database matches ${own}`]);
  });
});

test('a start imports the folder into a database without a catalogue (14.24)', async () => {
  await edit('miniflix/products.yaml', "USD: '0.99'", "USD: '1.09'");
  const empty = await blankDatabase();
  const lines = await prepare(empty);
  expect(lines.at(-1)).toMatch(/^catalogue: miniflix, .+ \(\d+ rows changed\)$/);
  const at = openDb(empty, { max: 1, name: 'test' });
  try {
    expect(await priceOf(at, 'gems-60')).toBe('109');
  } finally {
    await at.close();
  }
});

test('the second of two first starts changes nothing, whatever its folder says (14.24)', async () => {
  await edit('miniflix/products.yaml', "USD: '0.99'", "USD: '1.09'");
  const empty = await blankDatabase();
  await migrate(empty, () => undefined);
  const at = openDb(empty, { max: 2, name: 'test' });
  try {
    const done = await Promise.all([
      importIntoEmpty(at, REAL, () => undefined),
      importIntoEmpty(at, own, () => undefined),
    ]);
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await priceOf(at, 'gems-60')).toBe(done[0] ? '99' : '109');
  } finally {
    await at.close();
  }
});

test('a long list of prices is counted after the twentieth (14.24)', () => {
  const prices = Array.from({ length: 23 }, (_, n) => ({
    project: 'dr2',
    productId: `p${n}`,
    currency: 'JPY',
    inDatabase: 100,
    inFolder: 120,
  }));
  const rows = { project: 1, region: 0, server: 0, product: 0, price: 23, method: 0, event: 2 };
  const lines = differenceInWords(
    { rows, prices, contents: [], others: [], isFirst: false },
    '/catalogue',
  );
  expect(lines[0]).toBe(
    'catalogue: /catalogue differs from the database in 1 project, 23 prices and 2 events. Nothing was changed.',
  );
  expect(lines[1]).toBe('  dr2 p0: 100 JPY in the database, 120 JPY in the folder (+20.0 %)');
  expect(lines.at(-1)).toBe('  and 3 more prices');
  expect(lines).toHaveLength(22);
});
