import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import FLOORS from '../../apps/api/floors.json' with { type: 'json' };
import { ROOT } from './steps.ts';

/** The section "Folders" of ARCHITECTURE.md, made from floors.json and the imports of the server's code. */

const SOURCE = 'apps/api/src';
/** Static, dynamic and type imports of a relative path. */
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

type Folder = { files: number; lines: number; readonly uses: Set<string> };

/** Folders with a floor of their own, from the lowest up. */
const NAMES = FLOORS.floors.flatMap((floor) =>
  floor === 'domain' ? FLOORS.domain.map((name) => `domain/${name}`) : [floor],
);

export function foldersSection(): string {
  const folders = readFolders();
  const rows = [...folders].map(([name, { files, lines, uses }]) => {
    const rounded = lines < 100 ? 'under 100' : String(Math.round(lines / 100) * 100);
    return `| \`${short(name)}\` | ${files} | ${rounded} | ${listed(uses)} |`;
  });
  return `Folders of \`apps/api/src\`, those of \`domain\` by their own names. Each uses folders of lower rows only, types included.

\`\`\`
${drawing(folders)}
\`\`\`

Files and lines are counted without tests, lines to the nearest hundred.

| folder | files | lines | uses |
|---|---|---|---|
${rows.toReversed().join('\n')}
`;
}

function readFolders(): ReadonlyMap<string, Folder> {
  const folders = new Map(
    NAMES.map((name): [string, Folder] => [name, { files: 0, lines: 0, uses: new Set() }]),
  );
  for (const file of globSync('**/*.ts', { cwd: path.join(ROOT, SOURCE) })) {
    const own = folderOf(file);
    const folder = own === undefined ? undefined : folders.get(own);
    if (folder === undefined || /\.test\.ts$|(^|\/)testing\//.test(file)) continue;
    const text = readFileSync(path.join(ROOT, SOURCE, file), 'utf8');
    folder.files += 1;
    folder.lines += text.split('\n').length - 1;
    for (const [, target = ''] of text.matchAll(IMPORT)) {
      const used = folderOf(path.join(path.dirname(file), target));
      if (used !== undefined && used !== own) folder.uses.add(used);
    }
  }
  return folders;
}

/** The innermost folder of NAMES that holds a file. */
function folderOf(file: string): string | undefined {
  const around = NAMES.filter((name) => file.startsWith(`${name}/`));
  return around.toSorted((a, b) => b.length - a.length)[0];
}

/** Rows of folders, each above all folders that it uses. */
function drawing(folders: ReadonlyMap<string, Folder>): string {
  const rowOf = new Map<string, number>();
  const rows: string[][] = [];
  for (const [name, { uses }] of folders) {
    const row = Math.max(-1, ...[...uses].map((used) => rowOf.get(used) ?? -1)) + 1;
    rowOf.set(name, row);
    (rows[row] ??= []).push(short(name));
  }
  return rows
    .map((names, index) => `${String(index).padStart(2)}  ${names.join(' · ')}`)
    .toReversed()
    .join('\n');
}

function listed(names: ReadonlySet<string>): string {
  return names.size === 0
    ? '–'
    : NAMES.filter((name) => names.has(name))
        .map(short)
        .join(', ');
}

const short = (name: string): string => name.replace(/^domain\//, '');
