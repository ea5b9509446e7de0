import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ok } from '../../testing/fake-api.ts';
import { faultsOf } from '../../testing/faults.ts';
import { type Console, openConsole } from '../../testing/open-console.ts';
import { signedIn } from '../../testing/samples.ts';

vi.setConfig({ testTimeout: 300_000 });

let built: Console;
beforeAll(async () => {
  built = await openConsole();
});
afterAll(() => built.close());

const MISTAKES = [
  {
    file: 'miniflix/products.yaml',
    line: 132,
    field: 'gems-300.prices.USD',
    why: 'is nothing',
  },
  { file: 'miniflix/products.yaml', line: 828, field: 'surprise', why: 'is not a known field' },
  {
    file: 'miniflix/texts/de.json',
    line: 3,
    field: null,
    why: 'is not YAML: Missing closing "quote',
  },
];
const sha256 = 'a'.repeat(64);
const answers = {
  ...signedIn('admin'),
  catalogueFiles: () =>
    ok('catalogueFiles', {
      project: { code: 'miniflix', name: 'Miniflix' },
      version: 41,
      files: [
        { path: 'products.yaml', text: 'products: []\n' },
        { path: 'texts/de.json', text: '{}\n' },
      ],
    }),
  importCatalogue: ({ files }: { files?: { path: string }[] }) =>
    ok(
      'importCatalogue',
      files?.[0]?.path === 'products.yaml'
        ? { seen: 41, mistakes: [], files: [{ path: 'products.yaml', sha256 }], same: 0 }
        : { seen: 41, mistakes: MISTAKES, files: [], same: 0 },
    ),
};
const fileOf = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

it('shows every mistake of chosen files with its line, then the difference of a draft', async () => {
  const { page, calls, errors } = await built.open('/shop/miniflix/files', answers);
  const input = page.getByLabel('Files to import');
  await input.setInputFiles([fileOf('de.json', '{')]);
  await page.getByText('3 mistakes: no draft was made.').waitFor();
  expect(await page.getByText('miniflix/products.yaml:828').isVisible()).toBe(true);
  expect([...(await faultsOf(page)), ...errors]).toEqual([]);
  await input.setInputFiles([fileOf('products.v41 (1).yaml', 'products: []\n')]);
  await page.getByText('The draft has no mistake.').waitFor();
  expect(await page.getByText('mistakes: no draft').count()).toBe(0);
  await page.getByRole('button', { name: 'Show the difference…' }).click();
  await page.getByRole('dialog').waitFor();
  expect(calls.filter((name) => name === 'importCatalogue')).toHaveLength(2);
});

it('says why files cannot be an import, and asks the server for none of them', async () => {
  const { page, calls } = await built.open('/shop/miniflix/files', answers);
  const input = page.getByLabel('Files to import');
  const latin1 = { ...fileOf('products.yaml', ''), buffer: Buffer.from([0xe4, 0x0a]) };
  await input.setInputFiles([latin1]);
  await page.getByText('A file is no text in UTF-8, or cannot be read.').waitFor();
  await input.setInputFiles([fileOf('products.yaml', 'x'.repeat(1_048_577))]);
  await page.getByText('These files have more than 1 MB together.').waitFor();
  expect(calls).not.toContain('importCatalogue');
});

it('lists the files of the live version to save, and reads them only when asked', async () => {
  const { page, calls } = await built.open('/shop/miniflix/files', answers);
  await page.getByRole('heading', { name: 'Import as a draft' }).waitFor();
  expect(calls).not.toContain('catalogueFiles');
  await page.getByRole('button', { name: 'Show the files' }).click();
  const download = page.waitForEvent('download');
  await page
    .getByRole('button', { name: 'Save de.json' })
    .or(page.getByRole('button', { name: 'Save texts/de.json' }))
    .click();
  expect((await download).suggestedFilename()).toBe('de.v41.json');
});
