import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const FOLDERS = /^(?:apps|catalogue|docs|packages|tests|tools)\//;
/** A file or folder, and titles of its tests. */
const NAMED = /`([\w.*{},-]+(?:\/[\w.*{},-]+)+|[\w.-]+\.(?:ts|md))`((?:,? “[^”]+”)*)/g;
const ASVS = 'docs/asvs.md';
/** Requirements of ASVS 5.0.0: 70 of level 1, 183 of level 2. */
const REQUIREMENTS = 253;
const manifest = v.object({ scripts: v.record(v.string(), v.string()) });

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Files that a page names, with test titles; paths outside the root's folders are below `base`. */
function namedIn(page: string, base: string) {
  return [...read(page).matchAll(NAMED)].flatMap(([, name = '', said = '']) => {
    if (name.startsWith('DATA_DIR/')) return [];
    const titles = [...said.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title);
    return alternativesOf(name).map((each) => {
      const isOfRoot = FOLDERS.test(each) || existsSync(path.join(ROOT, each));
      return { place: isOfRoot ? each : base + each, titles };
    });
  });
}

/** `{a,b}.ts` → `a.ts`, `b.ts` */
function alternativesOf(name: string): readonly string[] {
  const [, before = '', names, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  return names?.split(',').map((each) => before + each + after) ?? [name];
}

describe.each([
  ['SECURITY.md', ''],
  [ASVS, 'apps/api/src/'],
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

  it('names existing commands and decisions (14.19)', () => {
    const text = read(page);
    const { scripts } = v.parse(manifest, JSON.parse(read('package.json')));
    const commands = [...text.matchAll(/`npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(commands.length).toBeGreaterThan(1);
    expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    const decisions = text.match(/\b00\d\d\b/g) ?? [];
    const missing = decisions.filter(
      (number) => globSync(`docs/decisions/${number}-*.md`, { cwd: ROOT }).length === 0,
    );
    expect(missing).toEqual([]);
  });
});

describe(ASVS, () => {
  const rows = rowsOf(read(ASVS));

  it('has every requirement of levels 1 and 2 once (14.19)', () => {
    const ids = rows.flatMap(({ ids: each }) => each);
    expect(new Set(ids).size).toBe(REQUIREMENTS);
    expect(ids).toHaveLength(REQUIREMENTS);
  });

  it('names for every requirement that is met a file, a test or a document, or its reader (14.19)', () => {
    const met = rows.filter(({ status }) => status === 'met');
    expect(met.length).toBeGreaterThan(100);
    const bare = met.filter(
      ({ holds }) => !/`[^`]*(?:\/|\.ts|\.md|npm run)[^`]*`|\bread\b|“|\]\(/.test(holds),
    );
    expect(bare.map(({ ids }) => ids.join(', '))).toEqual([]);
  });

  it('lists at its top exactly what its tables call not met', () => {
    const [top = '', ...tables] = read(ASVS).split('\n## V');
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

type Row = { readonly ids: readonly string[]; readonly status: string; readonly holds: string };

/** Rows of the tables; one without an id continues the row above it. */
function rowsOf(page: string): readonly Row[] {
  const rows: Row[] = [];
  for (const line of page.slice(page.indexOf('\n## V1 ')).split('\n')) {
    // A chapter without a table is one sentence.
    if (line.startsWith('V17.')) rows.push({ ids: rangesIn(line), status: 'none', holds: '' });
    const [, id, , status = '', ...holds] = line.split('|').map((cell) => cell.trim());
    const last = rows.at(-1);
    if (id?.startsWith('V') === true) {
      rows.push({ ids: rangesIn(id), status, holds: holds.join('|') });
    } else if (id === '' && last !== undefined) {
      rows[rows.length - 1] = { ...last, holds: [last.holds, ...holds].join('|') };
    }
  }
  return rows;
}

/** `V1.2.6–V1.2.8` names three. */
function rangesIn(text: string): readonly string[] {
  return [...text.matchAll(/V([\d.]+)\.(\d+)(?:–V[\d.]+\.(\d+))?/g)].flatMap(
    ([, section = '', first = '', last = first]) =>
      Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, n) => `${section}.${Number(first) + n}`,
      ),
  );
}
