import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ranHere } from '../../../../tests/support/command.ts';
import { testDatabase } from '../../../../tests/support/test-database.ts';
import { ownCatalogue } from '../catalogue-import/testing/own-catalogue.ts';

const { own, edit } = await ownCatalogue();
const { url } = await testDatabase();

const run = ranHere({ DATABASE_URL: url });
const catalogue = (...words: readonly string[]) => run('catalogue', ...words);

test('check and import of a folder show its prices, and refuse steep ones without --yes-prices (14.25)', async () => {
  expect((await catalogue('check', own)).out).toContain('The database has no catalogue yet.');
  expect(await catalogue('import', own)).toMatchObject({ code: 0, err: '' });
  expect((await catalogue('check', own)).out).toContain(`catalogue: the database matches ${own}`);

  await edit('poi_mbo/products.yaml', /(doubloons-100\n[^]*?)USD: '[\d.]+'/, "$1USD: '99.00'");
  const line = /^ {2}poi_mbo doubloons-100: [\d.]+ USD in the database, 99\.00 USD in the folder/m;
  for (const verb of ['check', 'import']) {
    const refused = await catalogue(verb, own);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('--yes-prices');
    expect(refused.err).toMatch(line);
  }
  const checked = await catalogue('check', own, '--yes-prices');
  expect(checked).toMatchObject({ code: 0, err: '' });
  expect(checked.out).toMatch(line);
  expect(checked.out).toContain('Nothing was changed.');
  const imported = await catalogue('import', '--yes-prices', own);
  expect(imported).toMatchObject({ code: 0, err: '' });
  expect(imported.out).toMatch(/^ {2}poi_mbo doubloons-100: [\d.]+ USD before, 99\.00 USD now/m);
  expect((await catalogue('check', own)).out).toContain('the database matches');

  // The live version goes back into a folder byte for byte, and only what differs is written.
  const target = mkdtempSync(path.join(tmpdir(), 'webpay-export-'));
  const project = path.join(own, 'poi_mbo');
  expect(await catalogue('export', 'poi_mbo', target)).toMatchObject({ code: 0, err: '' });
  const exported = readdirSync(path.join(target, 'poi_mbo'), { recursive: true, encoding: 'utf8' });
  const files = exported.filter((file) => /\.(?:yaml|svg|json)$/.test(file));
  expect(files).toContain('products.yaml');
  expect(files).toContain(path.join('texts', 'de.json'));
  for (const file of files) {
    const bytes = readFileSync(path.join(target, 'poi_mbo', file));
    expect(bytes.equals(readFileSync(path.join(project, file))), file).toBe(true);
  }
  expect((await catalogue('export', 'poi_mbo', own)).out).toContain(': 0 files written');
  rmSync(target, { recursive: true });
  expect((await catalogue('export', 'nowhere', own)).err).toContain(
    'No version of nowhere is kept',
  );
});

test('a wrong word is refused in one sentence (14.25)', async () => {
  for (const words of [['check', own, 'more'], ['export'], ['import', '--yes']]) {
    const { code, err } = await catalogue(...words);
    expect(code, words.join(' ')).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
  }
});
