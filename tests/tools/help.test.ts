import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { usageIn } from '../../tools/help.ts';

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
    // run.sh prints this for --help, which the test below proves.
    const help = usageIn(text(file), file);
    expect(help).toMatch(new RegExp(`npm (run )?${verb}\\b`));
    expect(help).not.toMatch(/\/\*|\*\/|^ ?\*/m);
    for (const option of optionsOf(verb)) expect(help).toContain(`--${option}`);
  },
);

test('prints the same for -h in any position, and does nothing', () => {
  const file = fileOf('erase');
  const { stdout } = spawnSync('sh', ['tools/run.sh', file, '--project', 'miniflix', '-h'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe(usageIn(text(file), file));
  expect(stdout).toMatch(/npm run erase -- --project miniflix /);
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

test('npm run operator runs and describes each command of operators, and lists them for completion', () => {
  const run = (...words: string[]) => {
    const ran = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' });
    return [ran.status, ran.stdout.trim(), ran.stderr.trim()] as const;
  };
  const operator = fileOf('operator');
  const commands = Object.keys(scripts).filter(
    (verb) => verb !== 'operator' && path.dirname(fileOf(verb)) === path.dirname(operator),
  );
  const [, listed] = run(operator, 'commands');
  expect(listed.split('\n')).toEqual(expect.arrayContaining(commands));
  const [status, , why] = run(operator, 'erase');
  expect([status, why]).toEqual([1, expect.stringMatching(/^Name a/)]);
  const help = usageIn(text(fileOf('erase')), fileOf('erase'));
  expect(run('tools/help.ts', operator, 'erase', '--help')).toEqual([0, help, '']);
});
