import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { onOneConnection, untilSomebodyWaits } from '../../../../../tests/support/lock-waits.ts';
import { blankDatabase, testDatabase } from '../../../../../tests/support/test-database.ts';
import { migrate, schemaProblem } from './migrate.ts';
import { SchemaError } from './migration-files.ts';

const quiet = (): void => undefined;
const base = await mkdtemp(path.join(tmpdir(), 'webpay-migrations-'));
afterAll(() => rm(base, { recursive: true }));

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(path.join(base, 'set-'));
  for (const [name, sql] of Object.entries(files)) await writeFile(path.join(folder, name), sql);
  return folder;
}

async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

const first = { '0001_one.sql': 'create table one (id int);' };
const second = { ...first, '0002_two.sql': 'create table two (id int);' };

test('applies missing migrations in order, once', async () => {
  const url = await blankDatabase();
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  expect(await migrate(url, log, await folderWith(first))).toEqual(['0001_one']);
  const folder = await folderWith(second);
  expect(await migrate(url, log, folder)).toEqual(['0002_two']);
  expect(await migrate(url, log, folder)).toEqual([]);
  expect(lines).toEqual(['database: applied 0001_one', 'database: applied 0002_two']);
});

test('four processes at once apply each file once', async () => {
  const url = await blankDatabase();
  const folder = await folderWith(second);
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(url, quiet, folder)));
  expect(applied.flat().toSorted()).toEqual(['0001_one', '0002_two']);
});

test('refuses a file that was edited after it was applied', async () => {
  const url = await blankDatabase();
  await migrate(url, quiet, await folderWith(first));
  const edited = await folderWith({ '0001_one.sql': 'create table one (id bigint);' });
  await expect(migrate(url, quiet, edited)).rejects.toThrow(
    'Migration 0001_one was edited after it was applied to this database: put the file back as it was and write a new migration.',
  );
});

test('a checkout with other line ends is no edit', async () => {
  const url = await blankDatabase();
  const sql = 'create table one (id int);\nselect 1;\n';
  await migrate(url, quiet, await folderWith({ '0001_one.sql': sql }));
  const folder = await folderWith({ '0001_one.sql': sql.replaceAll('\n', '\r\n') });
  expect(await migrate(url, quiet, folder)).toEqual([]);
});

test('a database ahead of the code by expanding files is left alone, and the code works with it (14.23)', async () => {
  const url = await blankDatabase();
  await migrate(url, quiet, await folderWith(second));
  const folder = await folderWith(first);
  const lines: string[] = [];
  expect(await migrate(url, (line) => void lines.push(line), folder)).toEqual([]);
  expect(lines).toEqual(['database: is ahead of this code by 0002_two, and works with it']);
  expect(await withPool(url, (pool) => schemaProblem(pool, folder))).toBeNull();
});

test('refuses a database that took away what the code uses, and accepts the code named by it (14.23)', async () => {
  const url = await blankDatabase();
  const third = {
    ...second,
    '0003_less.sql': '-- Contract: needs the code of 0002\ndrop table one;',
  };
  await migrate(url, quiet, await folderWith(third));
  const folder = await folderWith(first);
  const sentence =
    'The database is newer than this code (it has 0003_less, the newest here is 0001_one): start the newer version, or give this one its own database.';
  await expect(migrate(url, quiet, folder)).rejects.toThrow(sentence);
  expect(await withPool(url, (pool) => schemaProblem(pool, folder))).toBe(sentence);
  expect(await migrate(url, quiet, await folderWith(second))).toEqual([]);
});

test('refuses a database from before the first schema, with one sentence', async () => {
  const url = await blankDatabase();
  const old = await folderWith({ '0001_shop.sql': '', '0002_cart.sql': '' });
  await migrate(url, quiet, old);
  const folder = await folderWith(first);
  const sentence =
    "The database is of a version from before 0001_one (it begins with 0001_shop) and cannot be updated: give the shop an empty database, or remove the embedded one's folder (DATA_DIR).";
  await expect(migrate(url, quiet, folder)).rejects.toThrow(new SchemaError(sentence));
  expect(await withPool(url, (pool) => schemaProblem(pool, folder))).toBe(sentence);
});

test('a failing file changes nothing and is named', async () => {
  const url = await blankDatabase();
  const folder = await folderWith({
    ...first,
    '0002_two.sql': 'create table two (id int); select nonsense;',
  });
  await expect(migrate(url, quiet, folder)).rejects.toThrow(
    'Migration 0002_two failed and changed nothing: column "nonsense" does not exist.',
  );
  const { rows } = await withPool(url, (pool) =>
    pool.query(
      `select to_regclass('one') is not null as one, to_regclass('two') is not null as two`,
    ),
  );
  expect(rows).toEqual([{ one: true, two: false }]);
});

test.each([
  ['a gap', { '0001_one.sql': '', '0003_three.sql': '' }, /0003_three should be number 0002/],
  ['a number twice', { '0001_one.sql': '', '0001_two.sql': '' }, /0001_two should be number 0002/],
  ['another way to name it', { '1-one.sql': '' }, /1-one\.sql is not named like/],
])('refuses %s in the folder', async (_, files, sentence) => {
  const folder = await folderWith(files);
  await expect(migrate('postgres://nowhere/x', quiet, folder)).rejects.toThrow(SchemaError);
  await expect(migrate('postgres://nowhere/x', quiet, folder)).rejects.toThrow(sentence);
});

test('reports what a database without the newest migration needs', async () => {
  const url = await blankDatabase();
  const trouble = (folder: string): Promise<string | null> =>
    withPool(url, (pool) => schemaProblem(pool, folder));
  expect(await trouble(await folderWith(first))).toBe(
    'The database schema is older than this code (it is at empty, 0001_one is missing): run "npm run migrate".',
  );
  await migrate(url, quiet, await folderWith(first));
  expect(await trouble(await folderWith(first))).toBeNull();
  expect(await trouble(await folderWith(second))).toMatch(/it is at 0001_one, 0002_two is missing/);
});

test('the shop’s own migrations make the schema this code needs', async () => {
  const { db } = await testDatabase();
  expect(await schemaProblem(db.pool)).toBeNull();
});

describe('the part of a file after its transaction', () => {
  const LATER = `create table big (id int);
-- After the transaction, one by one. Each may run again after a kill.
insert into big select 1 where not exists (select from big);
create unique index concurrently if not exists big_id on big (id);
`;
  const state = (url: string) =>
    withPool(url, async (pool) => {
      const { rows } = await pool.query<{
        rows: number;
        index: boolean | null;
        is_finished: boolean;
      }>(
        `select (select count(*)::int4 from big) as rows,
          (select indisvalid from pg_index where indexrelid = to_regclass('big_id')) as index,
          (select finished_at is not null from schema_migrations where name = '0001_one') as is_finished`,
      );
      return rows[0];
    });

  test('runs outside it, so that a running shop goes on writing (14.7)', async () => {
    const url = await blankDatabase();
    const lines: string[] = [];
    await migrate(
      url,
      (line) => void lines.push(line),
      await folderWith({ '0001_one.sql': LATER }),
    );
    expect(lines).toEqual(['database: applied 0001_one', 'database: finished 0001_one']);
    expect(await state(url)).toEqual({ rows: 1, index: true, is_finished: true });
  });

  test('is done by the next run after a kill, also a half-built index (14.7)', async () => {
    const url = await blankDatabase();
    const folder = await folderWith({ '0001_one.sql': LATER });
    await migrate(url, quiet, folder);
    await withPool(url, async (pool) => {
      await pool.query('drop index big_id; insert into big values (1)');
      // Two equal rows leave an index that is there, and not valid.
      const broken = pool.query(
        'create unique index concurrently if not exists big_id on big (id)',
      );
      await expect(broken).rejects.toThrow('could not create unique index');
      await pool.query('update schema_migrations set finished_at = null');
    });
    expect(await state(url)).toEqual({ rows: 2, index: false, is_finished: false });
    const sentence = 'Migration 0001_one is applied, but not finished: run it again: ';
    await expect(migrate(url, quiet, folder)).rejects.toThrow(sentence);
    await withPool(url, (pool) => pool.query('delete from big'));
    await migrate(url, quiet, folder);
    expect(await state(url)).toEqual({ rows: 1, index: true, is_finished: true });
  });

  test('is waited for by four processes at once (14.7)', async () => {
    const url = await blankDatabase();
    const folder = await folderWith({ '0001_one.sql': LATER });
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(url, quiet, folder)));
    expect(applied.flat()).toEqual(['0001_one']);
    expect(await state(url)).toEqual({ rows: 1, index: true, is_finished: true });
  });

  test('changes a table once its reader is done, and lets the shop go on before (14.7)', async () => {
    const url = await blankDatabase();
    const folder = await folderWith({
      '0001_one.sql': '-- After the transaction.\nalter table big add column note text;\n',
    });
    await withPool(url, async (pool) => {
      await pool.query('create table big (id int)');
      await onOneConnection({ pool }, async (query) => {
        await query('select from big');
        const migrated = migrate(url, quiet, folder);
        await untilSomebodyWaits({ pool });
        // Queues behind the change, which gives up its place.
        await onOneConnection({ pool }, async (shop) => {
          await shop(`set local lock_timeout = '5s'`);
          await shop('select from big');
        });
        await query('commit');
        expect(await migrated).toEqual(['0001_one']);
      });
      expect((await pool.query('select note from big')).rows).toEqual([]);
    });
  });
});

test('a file that lost a deadlock is applied again', async () => {
  const url = await blankDatabase();
  const lost = `do $$ begin if nextval('tried') < 3 then
    raise exception 'deadlock detected' using errcode = '40P01'; end if; end $$;`;
  const folder = await folderWith({ '0001_one.sql': lost });
  await withPool(url, (pool) => pool.query('create sequence tried'));
  expect(await migrate(url, quiet, folder)).toEqual(['0001_one']);
});
