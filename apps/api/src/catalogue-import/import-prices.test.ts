import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/test-database.ts';
import { compareCatalogue } from './compare-catalogue.ts';
import { isSteep } from './difference.ts';
import { differenceInWords } from './difference-in-words.ts';
import { importCatalogue } from './import-catalogue.ts';
import { ownCatalogue } from './testing/own-catalogue.ts';

const { own, edit } = await ownCatalogue();
const PRODUCTS = 'poi_mbo/products.yaml';

/** A database that sells the folder as it is. */
async function sold() {
  const { db } = await testDatabase();
  await importCatalogue(db, own, () => undefined);
  const imported = async (anyPrice = false): Promise<string[]> => {
    const lines: string[] = [];
    await importCatalogue(db, own, (line) => lines.push(line), { anyPrice });
    return lines;
  };
  const priceOf = async (product: string) =>
    (
      await db.pool.query<{ minor: number }>(
        `select amount_minor::int4 as minor from prices
          where project = 'poi_mbo' and product_id = $1 and currency = 'USD'`,
        [product],
      )
    ).rows[0]?.minor;
  return { db, imported, priceOf };
}

describe('an import shows its changes in words and money (14.25)', () => {
  test('prices, fields, new and removed rows are named', async () => {
    const { imported } = await sold();
    await edit(PRODUCTS, "USD: '1.99'", "USD: '2.19'");
    await edit('poi_mbo/channels.yaml', 'en: PayPal', 'en: PayPal wallet');
    await edit('poi_mbo/regions.yaml', 'server_id: s04', 'server_id: s99');
    await edit('poi_mbo/events.yaml', "min: '11.49'", "min: '10.49'");
    const lines = await imported();
    expect(lines).toContainEqual(
      expect.stringMatching(/^ {2}poi_mbo \S+: 1\.99 USD before, 2\.19 USD now \(\+10\.1 %\)$/),
    );
    expect(lines).toContain('  poi_mbo method paypal: name.en "PayPal" → "PayPal wallet"');
    expect(lines).toContain('  poi_mbo server s04: gone');
    expect(lines).toContain('  poi_mbo server s99: new');
    expect(lines).toContainEqual(
      expect.stringMatching(/^ {2}poi_mbo event bargain-\d+: .*min 11\.49 USD → 10\.49 USD/),
    );
  });

  test('the first import and an import without a change name nothing', async () => {
    const { imported } = await sold();
    expect(await imported()).toEqual(['catalogue: poi_mbo']);
  });

  test('goods that only moved on the shelf are counted, not named', async () => {
    const { db } = await sold();
    const file = path.join(own, PRODUCTS);
    const text = await readFile(file, 'utf8');
    const [head = '', ...goods] = text.split(/^(?= {2}- product_id:)/m);
    const [one = '', two = '', ...rest] = goods;
    await writeFile(file, [head, two, one, ...rest].join(''));
    const difference = await compareCatalogue(db, own);
    expect(differenceInWords(difference, own)).toEqual([
      `catalogue: ${own} differs from the database in 2 products. Nothing was changed.`,
    ]);
  });
});

describe('a price that changes by more than 30 % (14.25)', () => {
  test('is refused by an import, which changes nothing, and taken with --yes-prices', async () => {
    const { imported, priceOf, db } = await sold();
    const before = await priceOf('doubloons-100');
    const written = await readFile(path.join(own, PRODUCTS), 'utf8');
    const usd = /product_id: doubloons-100\n[^]*?USD: '([\d.]+)'/.exec(written)?.[1] ?? '';
    await edit(PRODUCTS, `USD: '${usd}'`, `USD: '${(Number(usd) * 100).toFixed(2)}'`);
    await edit('poi_mbo/channels.yaml', 'en: PayPal', 'en: PayPal wallet');
    await expect(imported()).rejects.toThrow(
      `A price changes by more than 30 %. Nothing was changed. Add --yes-prices if this is intended:\n` +
        `  poi_mbo doubloons-100: ${usd} USD in the database, ${(Number(usd) * 100).toFixed(2)} USD in the folder (+9900.0 %)`,
    );
    expect(await priceOf('doubloons-100')).toBe(before);
    expect((await compareCatalogue(db, own)).rows).toMatchObject({ price: 1, method: 1 });
    await imported(true);
    expect(await priceOf('doubloons-100')).toBe((before ?? 0) * 100);
  });

  test('is refused also while its good is off sale', async () => {
    const { imported } = await sold();
    await edit(PRODUCTS, 'on_sale: true', 'on_sale: false');
    expect((await imported()).at(-1)).toMatch(/^ {2}poi_mbo product \S+: is no longer on sale$/);
    await edit(PRODUCTS, /USD: '(\d+)\./, "USD: '9$1.");
    await expect(imported()).rejects.toThrow('A price changes by more than 30 %');
  });

  test.each([
    [100, 130, false],
    [100, 131, true],
    [100, 70, false],
    [100, 69, true],
    [99, 128, false],
    [99, 129, true],
    [null, 100, false],
    [100, null, false],
  ])('is counted from the price that is sold: %s to %s', (inDatabase, inFolder, expected) => {
    const price = { project: 'p', productId: 'g', currency: 'USD', inDatabase, inFolder };
    expect(isSteep(price)).toBe(expected);
  });
});

describe('a good that gives over 30 % more or less (14.25)', () => {
  test('is refused by an import like its price, and taken with --yes-prices', async () => {
    const { imported, db } = await sold();
    const giving = async () =>
      (
        await db.pool.query<{ count: number }>(
          `select (data -> 'contents' -> 0 ->> 'count')::int4 as count from products
            where project = 'poi_mbo' and product_id = 'doubloons-100'`,
        )
      ).rows[0]?.count;
    expect(await giving()).toBe(100);
    await edit(PRODUCTS, '{ item_id: doubloon, count: 100 }', '{ item_id: doubloon, count: 1000 }');
    await expect(imported()).rejects.toThrow(
      `A content of a good changes by more than 30 %. Nothing was changed. Add --yes-prices if this is intended:\n` +
        '  poi_mbo doubloons-100: 100 doubloon in the database, 1000 in the folder (+900.0 %)',
    );
    expect(await giving()).toBe(100);
    await imported(true);
    expect(await giving()).toBe(1000);
  });
});
