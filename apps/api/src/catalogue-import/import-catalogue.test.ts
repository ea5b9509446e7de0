import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/test-database.ts';
import { createCatalogueCache } from '../domain/projects/catalogue-cache.ts';
import { importCatalogue } from './import-catalogue.ts';

const REAL = path.join(import.meta.dirname, '../../../../catalogue');
const own = await mkdtemp(path.join(tmpdir(), 'webpay-import-'));
afterAll(() => rm(own, { recursive: true, force: true }));
await cp(path.join(REAL, 'shared'), path.join(own, 'shared'), { recursive: true });
await cp(path.join(REAL, 'miniflix'), path.join(own, 'miniflix'), { recursive: true });
await cp(path.join(REAL, 'cgg'), path.join(own, 'cgg'), { recursive: true });

const { db } = await testDatabase();
const silent = () => undefined;

async function version(): Promise<number> {
  const { rows } = await db.pool.query<{ value: number }>(
    `select value from settings where key = 'catalogue_version'`,
  );
  return rows[0]?.value ?? -1;
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const at = path.join(own, file);
  const text = await readFile(at, 'utf8');
  expect(text).toContain(from);
  await writeFile(at, text.replace(from, to));
}

test('[A02] imports the projects, and a second time changes nothing', async () => {
  const lines: string[] = [];
  await importCatalogue(db, own, (line) => lines.push(line));
  const first = await version();
  await importCatalogue(db, own, (line) => lines.push(line));
  expect(await version()).toBe(first);
  expect(lines[1]).toBe('catalogue: miniflix, cgg');

  const cache = await createCatalogueCache(db);
  const project = cache.project('miniflix');
  expect(cache.projects().map((each) => each.code)).toEqual(['miniflix', 'cgg']);
  expect(project?.gameId).toBe('20');
  expect(project?.theme.button_color).toBe('#009241');
  expect(project?.products.get('gems-300')?.prices.get('JPY')).toBe(760);
  expect(project?.products.get('gems-300')?.prices.get('KWD')).toBe(1550);
  expect([...(project?.products.keys() ?? [])][0]).toBe('gems-60');
  expect(project?.channels.map((channel) => channel.pay_id).slice(0, 3)).toEqual([
    'card',
    'paypal',
    'apple_pay',
  ]);
});

test('a changed price raises the version and is read again', async () => {
  const cache = await createCatalogueCache(db);
  const before = await version();
  await edit('miniflix/products.yaml', "USD: '0.99'", "USD: '1.09'");
  await importCatalogue(db, own, silent);
  expect(await version()).toBe(before + 1);
  await cache.refresh();
  expect(cache.project('miniflix')?.products.get('gems-60')?.prices.get('USD')).toBe(109);
});

test('removed goods, servers, prices and projects are no longer sold, and keep their rows for orders', async () => {
  await edit('cgg/products.yaml', 'product_id: starlights-66\n', 'product_id: starlights-67\n');
  await edit('cgg/regions.yaml', 'server_id: g01', 'server_id: g99');
  await importCatalogue(db, own, silent);
  const gone = await db.pool.query<{ on_sale: boolean; prices: number }>(
    `select on_sale, (select count(*)::int4 from prices c
        where c.project = p.project and c.product_id = p.product_id) as prices
      from products p where project = 'cgg' and product_id = 'starlights-66'`,
  );
  expect(gone.rows).toEqual([{ on_sale: false, prices: 0 }]);
  const cache = await createCatalogueCache(db);
  expect(cache.project('cgg')?.servers.has('g01')).toBe(false);
  expect(cache.project('cgg')?.servers.has('g99')).toBe(true);

  await rm(path.join(own, 'cgg'), { recursive: true });
  await importCatalogue(db, own, silent);
  await cache.refresh();
  expect(cache.project('cgg')?.isOpen).toBe(false);
});

test('a method that is switched off stays off', async () => {
  await db.pool.query(
    `insert into method_stops (project, pay_id, country, switched_by, why, switched_off_at)
      values ('miniflix', 'paypal', '*', 'operator', 'contract', now())`,
  );
  await edit('miniflix/channels.yaml', 'en: PayPal', 'en: PayPal wallet');
  await importCatalogue(db, own, silent);
  const { rows } = await db.pool.query<{ off: boolean; name: string }>(
    `select s.country is not null as off, data #>> '{name,en}' as name
      from channels left join method_stops s using (project, pay_id)
      where project = 'miniflix' and pay_id = 'paypal'`,
  );
  expect(rows).toEqual([{ off: true, name: 'PayPal wallet' }]);
});

test('two imports at once end as one', async () => {
  await edit('miniflix/products.yaml', "USD: '1.09'", "USD: '1.19'");
  const before = await version();
  await Promise.all([importCatalogue(db, own, silent), importCatalogue(db, own, silent)]);
  expect(await version()).toBe(before + 1);
});

test('a broken folder writes nothing', async () => {
  const before = await version();
  await edit('miniflix/products.yaml', "USD: '1.19'", "USD: '1.190'");
  await expect(importCatalogue(db, own, silent)).rejects.toThrow('gems-60.prices.USD');
  expect(await version()).toBe(before);
});
