import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { differencesOf, statementsIn } from '../../../../../tests/support/check-statement.ts';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import { statement, type Statement } from './statement.ts';

const source = path.join(import.meta.dirname, '../..');
const { db } = await testDatabase();

type Found = readonly [name: string, found: Statement<unknown, object>];

async function statementsOfTheShop(): Promise<Found[]> {
  const files = globSync('**/*.ts', { cwd: source })
    .filter((file) => !file.endsWith('.test.ts') && makesStatements(file))
    .toSorted();
  const modules = await Promise.all(
    files.map(async (file): Promise<Found[]> => {
      const exported: unknown = await import(path.join(source, file));
      return statementsIn(exported).map((each) => [`${file}: ${each.name}`, each]);
    }),
  );
  return modules.flat();
}

function makesStatements(file: string): boolean {
  return /= statement\(/.test(readFileSync(path.join(source, file), 'utf8'));
}

const all = await statementsOfTheShop();

test.each(all)('PostgreSQL confirms the declaration of %s', async (_, each) => {
  expect(await differencesOf(db.pool, each)).toEqual([]);
});

test.each(all)('the role of the shop may run %s (14.17)', async (_, each) => {
  await expect(db.pool.query(`explain (generic_plan) ${each.text}`)).resolves.toBeDefined();
});

test('every statement has a unique name', () => {
  const names = all.map(([, each]) => each.name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test.each<[string, Statement<unknown, object>, string]>([
  [
    'a column of another type',
    statement({ name: 't1', text: 'select 1::int8 as n', row: v.object({ n: v.string() }) }),
    'column n is int8 for PostgreSQL, declared string',
  ],
  [
    'a column that is not declared',
    statement({ name: 't2', text: 'select 1 as n, 2 as m', row: v.object({ n: v.number() }) }),
    'answers column m, which is not declared',
  ],
  [
    'a column that is not answered',
    statement({
      name: 't3',
      text: 'select 1 as n',
      row: v.object({ n: v.number(), m: v.number() }),
    }),
    'declares column m, which it does not answer',
  ],
  [
    'a parameter of another type',
    statement({
      name: 't4',
      text: 'select :n::int4 as n',
      params: { n: 'text' },
      row: v.object({ n: v.nullable(v.number()) }),
    }),
    ':n is int4 for PostgreSQL, declared text',
  ],
  [
    'an array of something else',
    statement({
      name: 't6',
      text: `select array['a'] as list`,
      row: v.object({ list: v.array(v.number()) }),
    }),
    'column list is text[] for PostgreSQL, declared array',
  ],
  [
    'a row nobody reads',
    statement({ name: 't7', text: 'select 1 as n' }),
    'answers columns but declares no row',
  ],
])('the comparison finds %s', async (_, each, trouble) => {
  expect(await differencesOf(db.pool, each)).toEqual([trouble]);
});
