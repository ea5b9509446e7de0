import { describe, expect, it, test } from 'vitest';
import { lockReport } from '../../tools/check/lock.ts';
import { slowness } from '../../apps/api/src/catalogue-import/pattern.ts';
import { regexProblems } from '../../tools/check/regexes.ts';
import { sourceOf } from '../../tools/check/sources.ts';
import { sqlProblems } from '../../tools/check/sql.ts';

describe('the check of statements', () => {
  const troublesOf = (text: string, file = 'apps/api/src/domain/x/sql.ts') =>
    sqlProblems([sourceOf(file, text)]);

  test.each([
    ['a fixed one', "export const a = statement({ name: 'a', text: `select 1` });"],
    [
      'parts that are fixed too',
      "const COLUMNS = 'a, b';\nexport const a = statement({ name: 'a', text: `select ${COLUMNS}` });",
    ],
    [
      'a maker that modules call',
      "const of = (table: string) => statement({ name: table, text: `select * from ${table}` });\nexport const a = of('carts');",
    ],
    [
      'one that a maker calls',
      "const of = (t: string) => statement({ text: t });\nexport const more = (t: string) => of(t + 'x');\nexport const a = more('y');",
    ],
    ['a query that is written out', "await pool_.query('select $1', [given]);"],
  ])('accepts %s', (_, text) => {
    expect(troublesOf(text)).toEqual([]);
  });

  test.each([
    [
      'made in a request',
      "export async function f(ctx: Ctx, cid: string) {\n  return ctx.db.many(statement({ name: 'f', text: `select * from players where cid = '${cid}'` }), []);\n}",
      ['apps/api/src/domain/x/sql.ts:2 makes a statement while requests are answered'],
    ],
    [
      'made by a maker in a request',
      'const of = (t: string) => statement({ text: t });\nexport async function f(t: string) {\n  return run(of(t));\n}',
      ['apps/api/src/domain/x/sql.ts:3 makes a statement while requests are answered'],
    ],
    [
      'made by a maker without a name',
      "export const all = ['a'].map((t) => statement({ text: t }));",
      ['apps/api/src/domain/x/sql.ts:1 makes a statement while requests are answered'],
    ],
    [
      'put together in a query',
      'await client.query(`drop table ${name}`);',
      ['apps/api/src/domain/x/sql.ts:1 asks the database with a text that is not written out'],
    ],
    [
      'joined in a query',
      "await client.query('select ' + name);",
      ['apps/api/src/domain/x/sql.ts:1 asks the database with a text that is not written out'],
    ],
    [
      'given to a query',
      'await client.query(text);',
      ['apps/api/src/domain/x/sql.ts:1 asks the database with a text that is not written out'],
    ],
    [
      'round the statements',
      'const { rows } = await other(ctx.db.pool);',
      ['apps/api/src/domain/x/sql.ts:1 takes the pool: operations use statements'],
    ],
  ])('reports one %s', (_, text, problems) => {
    expect(troublesOf(text)).toEqual(problems);
  });
});

describe('the check of regular expressions', () => {
  test.each([
    '(a+)+$',
    '(\\w|\\d)*x',
    '\\s*;\\s*',
    '^(.*a){8}$',
    '[^\\s@]+@[^\\s@]+\\.[^\\s@]+',
    '\\/+$',
  ])('reports /%s/ as slow', (source) => {
    expect(slowness(source, '')).not.toBeNull();
  });

  test.each(['^[0-9]{6,12}$', '^\\d{1,3}(?:\\.\\d{2})?$', '(?<!\\/)\\/+$', '[a-z]+'])(
    'accepts /%s/',
    (source) => {
      expect(slowness(source, '')).toBeNull();
    },
  );

  it('names the place, and expressions built from a value', () => {
    const source = sourceOf(
      'apps/api/src/x.ts',
      'const a = /(a+)+$/;\nconst b = new RegExp(given);',
    );
    expect(regexProblems([source])).toEqual([
      'apps/api/src/x.ts:1 /(a+)+$/ is slow: exponential on many "a"',
      'apps/api/src/x.ts:2 builds an expression that tools/check/regexes.ts does not list',
    ]);
  });
});

describe('the check of the lock file', () => {
  const integrity = `sha512-${'A'.repeat(86)}==`;
  const report = (found: object, manifest: object = { allowScripts: { node: true } }) =>
    lockReport(
      JSON.stringify({ lockfileVersion: 3, packages: { '': {}, ...found } }),
      JSON.stringify(manifest),
    );

  it('accepts packages of the registry with a hash', () => {
    expect(
      report({
        'node_modules/a': { version: '1.0.0', integrity },
        'node_modules/b': {
          version: '1.0.0',
          integrity,
          resolved: 'https://registry.npmjs.org/b/-/b-1.0.0.tgz',
        },
        'node_modules/@webpay/api': { link: true, resolved: 'apps/api' },
        'node_modules/node': { version: '24.0.0', integrity, hasInstallScript: true },
      }),
    ).toEqual({ problems: [], bound: 3 });
  });

  test.each<[string, object, string]>([
    [
      'another host',
      { integrity, resolved: 'https://evil.example/a.tgz' },
      'a comes from https://evil.example/a.tgz',
    ],
    [
      'a host that only begins like it',
      { integrity, resolved: 'https://registry.npmjs.org.evil.example/a.tgz' },
      'a comes from https://registry.npmjs.org.evil.example/a.tgz',
    ],
    [
      'a repository',
      { integrity, resolved: 'git+ssh://git@github.com/a/a.git#1' },
      'a comes from git+ssh://git@github.com/a/a.git#1',
    ],
    ['no hash', {}, 'a is not bound by a SHA-512'],
    [
      'a weak hash',
      { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
      'a is not bound by a SHA-512',
    ],
    [
      'no hash for another platform (14.18)',
      { optional: true, os: ['win32'], cpu: ['arm64'] },
      'a is not bound by a SHA-512',
    ],
    [
      'a script',
      { integrity, hasInstallScript: true },
      "a runs a script on installation, and package.json's allowScripts does not name it",
    ],
  ])('reports %s', (_, found, trouble) => {
    expect(report({ 'node_modules/a': { version: '1.0.0', ...found } }).problems).toEqual([
      trouble,
    ]);
  });

  it('reports the package of a platform that is missing (14.18)', () => {
    const optionalDependencies = { '@a/win': '1.0.0', '@a/mac': '1.0.0' };
    expect(
      report({
        'node_modules/b/node_modules/a': { integrity, optionalDependencies },
        'node_modules/b/node_modules/@a/mac': { integrity, optional: true },
        // Another package's, which `a` does not find.
        'node_modules/c/node_modules/@a/win': { integrity, optional: true },
      }).problems,
    ).toEqual(['@a/win is missing, which node_modules/b/node_modules/a uses on some platforms']);
  });

  it('accepts a script of another platform, which npm does not run', () => {
    const found = { integrity, optional: true, os: ['win32'], hasInstallScript: true };
    expect(report({ 'node_modules/x/node_modules/@a/win': found })).toEqual({
      problems: [],
      bound: 1,
    });
  });
});
