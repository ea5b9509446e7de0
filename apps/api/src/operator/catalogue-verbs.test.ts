import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/test-database.ts';
import { ownCatalogue } from '../catalogue-import/testing/own-catalogue.ts';

const { own, edit } = await ownCatalogue();
const { url } = await testDatabase();

function catalogue(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'catalogue.ts'), ...words],
    { env: { ...process.env, DATABASE_URL: url }, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

test('check and import of a folder show its prices, and refuse steep ones without --yes-prices (14.25)', async () => {
  expect(catalogue('check', own).stdout).toContain('The database has no catalogue yet.');
  expect(catalogue('import', own)).toMatchObject({ status: 0, stderr: '' });
  expect(catalogue('check', own).stdout).toContain(`catalogue: the database matches ${own}`);

  await edit('poi_mbo/products.yaml', /(doubloons-100\n[^]*?)USD: '[\d.]+'/, "$1USD: '99.00'");
  const line = /^ {2}poi_mbo doubloons-100: [\d.]+ USD in the database, 99\.00 USD in the folder/m;
  for (const verb of ['check', 'import']) {
    const refused = catalogue(verb, own);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('--yes-prices');
    expect(refused.stderr).toMatch(line);
  }
  const checked = catalogue('check', own, '--yes-prices');
  expect(checked).toMatchObject({ status: 0, stderr: '' });
  expect(checked.stdout).toMatch(line);
  expect(checked.stdout).toContain('Nothing was changed.');
  const imported = catalogue('import', '--yes-prices', own);
  expect(imported).toMatchObject({ status: 0, stderr: '' });
  expect(imported.stdout).toMatch(/^ {2}poi_mbo doubloons-100: [\d.]+ USD before, 99\.00 USD now/m);
  expect(catalogue('check', own).stdout).toContain('the database matches');

  // The live version goes back into a folder byte for byte, and only what differs is written.
  const target = mkdtempSync(path.join(tmpdir(), 'webpay-export-'));
  const project = path.join(own, 'poi_mbo');
  expect(catalogue('export', 'poi_mbo', target)).toMatchObject({ status: 0, stderr: '' });
  const exported = readdirSync(path.join(target, 'poi_mbo'), { recursive: true, encoding: 'utf8' });
  const files = exported.filter((file) => /\.(?:yaml|svg|json)$/.test(file));
  expect(files).toContain('products.yaml');
  expect(files).toContain(path.join('texts', 'de.json'));
  for (const file of files) {
    const bytes = readFileSync(path.join(target, 'poi_mbo', file));
    expect(bytes.equals(readFileSync(path.join(project, file))), file).toBe(true);
  }
  expect(catalogue('export', 'poi_mbo', own).stdout).toContain(': 0 files written');
  rmSync(target, { recursive: true });
  expect(catalogue('export', 'nowhere', own).stderr).toContain('No version of nowhere is kept');
});

test('a wrong word is refused in one sentence (14.25)', () => {
  for (const words of [['check', own, 'more'], ['export'], ['import', '--yes']]) {
    const { status, stderr } = catalogue(...words);
    expect(status, words.join(' ')).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  }
});
