import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readCatalogue } from '../../build/catalogues.ts';
import { errorMessage } from './error-text.ts';

/** Reads all sources except tests. */
function sources(folder: URL): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      if (entry.isDirectory()) return sources(new URL(`${entry.name}/`, folder));
      const isSource = /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.');
      return isSource ? readFileSync(new URL(entry.name, folder), 'utf8') : '';
    })
    .join('\n');
}

it('[S06] has no unused text', () => {
  const ids = Object.keys(readCatalogue('en'));
  const code = sources(new URL('../', import.meta.url));
  const isError = (id: string) => errorMessage(Number(id.replace('error.', ''))) === id;
  const isUsed = (id: string) =>
    code.includes(`'${id}'`) || code.includes(`"${id}"`) || isError(id);
  expect(ids.filter((id) => !isUsed(id))).toEqual([]);
});
