import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const text = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const { scripts } = v.parse(
  v.object({ scripts: v.record(v.string(), v.string()) }),
  JSON.parse(text('package.json')),
);

const fileOf = (verb: string): string => scripts[verb]?.split(' ').at(-1) ?? '';

function optionsOf(verb: string): readonly string[] {
  const source = text(fileOf(verb));
  const lists = [...source.matchAll(/read(?:Options|CountFirst|Switches)\(([^)]*)\)/g)].map(
    ([, list]) => list ?? '',
  );
  const types = [...source.matchAll(/^ +'?([\w-]+)'?: (?:text\b|\{ type:)/gm)].map(
    ([, name]) => name ?? '',
  );
  const named = lists.flatMap((list) =>
    [...list.matchAll(/\[([^\]]*)\]/g)].flatMap(([, names]) =>
      [...(names ?? '').matchAll(/'([\w-]+)'/g)].map(([, name]) => name ?? ''),
    ),
  );
  return [...named, ...types];
}

test.each(Object.entries(scripts))(
  'npm run %s -- --help describes the command and its options',
  (verb, script) => {
    const file = fileOf(verb);
    expect(script).toBe(`exec sh tools/run.sh ${file}`);
    // As run.sh does for --help, which the test below proves.
    const words = ['tools/help.ts', file];
    const help = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' });
    expect(help).toMatchObject({ status: 0, stderr: '' });
    expect(help.stdout).toMatch(new RegExp(`npm (run )?${verb}\\b`));
    expect(help.stdout).not.toMatch(/\/\*|\*\/|^ ?\*/m);
    for (const option of optionsOf(verb)) expect(help.stdout).toContain(`--${option}`);
  },
);

test('prints the same for -h in any position, and does nothing', () => {
  const run = (verb: string, ...words: string[]) =>
    spawnSync('sh', ['tools/run.sh', fileOf(verb), ...words], { cwd: ROOT, encoding: 'utf8' })
      .stdout;
  expect(run('erase', '--project', 'miniflix', '-h')).toBe(run('erase', '--help'));
  expect(run('erase', '--help')).toMatch(/npm run erase -- --project miniflix /);
  expect(optionsOf('erase')).toEqual(['project', 'server', 'cid', 'because']);
  expect(optionsOf('fuzz')).toEqual(['seed', 'write']);
  expect(optionsOf('reconcile')).toEqual([
    'day',
    'repair',
    'settle',
    'because',
    'by',
    'ledger-from',
  ]);
});
