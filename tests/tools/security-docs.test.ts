import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const FOLDERS = /^(?:apps|catalogue|docs|packages|tests|tools)\//;
/** A file or folder, and titles of its tests. */
const NAMED = /`([\w.*-]+(?:\/[\w.*-]+)+|[\w-]+\.test\.ts)`((?:,? “[^”]+”)*)/g;

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Files that a page names, with test titles; paths outside the root's folders are below `base`. */
function namedIn(page: string, base: string) {
  return [...read(page).matchAll(NAMED)].flatMap(([, name = '', said = '']) => {
    if (name.startsWith('DATA_DIR/')) return [];
    const place = FOLDERS.test(name) ? name : base + name;
    return [{ place, titles: [...said.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title) }];
  });
}

describe.each([
  ['SECURITY.md', ''],
  ['docs/asvs.md', 'apps/api/src/'],
])('%s', (page, base) => {
  const named = namedIn(page, base);

  it('names existing files', () => {
    expect(named.length).toBeGreaterThan(30);
    const missing = named.filter(({ place }) => globSync(place, { cwd: ROOT }).length === 0);
    expect(missing).toEqual([]);
  });

  it('names existing tests', () => {
    const missing = named.flatMap(({ place, titles }) =>
      titles.filter((title) => {
        const file = path.join(ROOT, place);
        return (
          !existsSync(file) || !readFileSync(file, 'utf8').replaceAll("\\'", "'").includes(title)
        );
      }),
    );
    expect(missing).toEqual([]);
  });
});

describe('docs/asvs.md', () => {
  it('lists at its top exactly what its tables call not met', () => {
    const [top = '', ...tables] = read('docs/asvs.md').split('\n## V');
    const listed = top.slice(top.indexOf('## Not met'), top.indexOf('Left to whoever'));
    const inTables = tables
      .flatMap((table) => table.split('\n'))
      .filter((line) => line.includes('| **not met** |'))
      .flatMap((line) => idsIn(line.split('|')[1] ?? ''));
    expect(inTables.toSorted()).toEqual([...new Set(idsIn(listed))].toSorted());
  });
});

/** Single ids; a requirement that is not met must not be part of a range. */
function idsIn(text: string): readonly string[] {
  expect(text).not.toMatch(/V[\d.]+–V/);
  return text.match(/V\d+\.\d+\.\d+/g) ?? [];
}
