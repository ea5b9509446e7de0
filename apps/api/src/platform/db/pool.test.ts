import { afterAll, expect, onTestFinished, test } from 'vitest';
import * as v from 'valibot';
import { blankDatabase, testDatabase } from '../../../../../tests/support/test-database.ts';
import { levelled } from './code-level.ts';
import {
  openDb,
  sqlState,
  violatedConstraint,
  type BrokenConnection,
  type Conflict,
} from './pool.ts';
import { statement } from './statement.ts';

const { ownerUrl: url } = await testDatabase();
// These tests make tables of their own.
const db = openDb(url, { max: 10, name: 'test', checkRows: true });
afterAll(() => db.close());
await db.pool.query(`
  create table counters (id text primary key, n int8 not null, constraint never_negative check (n >= 0));
  insert into counters values ('a', 0), ('b', 0);
`);

const add = statement({
  name: 'test.add',
  text: 'update counters set n = n + :by where id = :id returning n',
  params: { id: 'text', by: 'int8' },
  row: v.object({ n: v.number() }),
});
const read = statement({
  name: 'test.read',
  text: 'select n from counters where id = :id',
  params: { id: 'text' },
  row: v.object({ n: v.number() }),
});
const everything = statement({
  name: 'test.everything',
  text: `select :big::int8 as big, :at::timestamptz as at, :list::jsonb as list, :day::date as day,
                :words::text[] as words, array[1, 2]::int8[] as bigs, :exact::numeric as exact, :bytes::bytea as bytes`,
  params: {
    big: 'int8',
    at: 'timestamptz',
    list: 'jsonb',
    day: 'date',
    words: 'text[]',
    exact: 'numeric',
    bytes: 'bytea',
  },
  row: v.object({
    big: v.number(),
    at: v.date(),
    list: v.array(v.number()),
    day: v.string(),
    words: v.array(v.string()),
    bigs: v.array(v.number()),
    exact: v.string(),
    bytes: v.instance(Uint8Array),
  }),
});

test('values are read as they were written', async () => {
  const at = new Date('2026-03-01T09:23:06.473Z');
  const row = await db.one(everything, {
    big: Number.MAX_SAFE_INTEGER,
    at,
    list: [1, 2],
    day: '2026-03-01',
    words: ['a "b"', 'c,d'],
    exact: '0.10',
    bytes: Buffer.from([0, 255]),
  });
  expect(row).toEqual({
    big: Number.MAX_SAFE_INTEGER,
    at,
    list: [1, 2],
    day: '2026-03-01',
    words: ['a "b"', 'c,d'],
    bigs: [1, 2],
    exact: '0.10',
    bytes: Buffer.from([0, 255]),
  });
});

test('an integer that a number cannot hold is an error, not a rounded amount', async () => {
  await expect(db.pool.query('select 9007199254740993::int8')).rejects.toThrow(/hold exactly/);
});

test('one, maybe and many check the number of rows', async () => {
  expect(await db.maybe(read, { id: 'nobody' })).toBeNull();
  await expect(db.one(read, { id: 'nobody' })).rejects.toThrow('test.read answered 0 rows');
  expect(await db.many(read, { id: 'a' })).toHaveLength(1);
});

test('a transaction that throws changes nothing', async () => {
  const before = await db.one(read, { id: 'a' });
  await expect(
    db.transaction(async (tx) => {
      await tx.run(add, { id: 'a', by: 5 });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await db.one(read, { id: 'a' })).toEqual(before);
});

test('a deadlock is retried and reported, and both changes stay', async () => {
  const told: Conflict[] = [];
  const other = openDb(url, { max: 2, onConflict: (conflict) => told.push(conflict) });
  onTestFinished(() => other.close());
  const { promise: eachHasOne, resolve: bothHaveOne } = Promise.withResolvers<void>();
  const { promise: oneIsDone, resolve: firstIsDone } = Promise.withResolvers<void>();
  const holders: string[] = [];
  const both = async (first: string, second: string) => {
    await other.transaction(async (tx) => {
      // A repetition that met the other transaction again would be a second deadlock.
      if (holders.includes(first)) await oneIsDone;
      await tx.run(add, { id: first, by: 1 });
      holders.push(first);
      if (holders.length === 2) bothHaveOne();
      await eachHasOne;
      await tx.run(add, { id: second, by: 1 });
    });
    firstIsDone();
  };
  const before = (await db.one(read, { id: 'a' })).n;
  await Promise.all([both('a', 'b'), both('b', 'a')]);
  expect((await db.one(read, { id: 'a' })).n).toBe(before + 2);
  expect(told).toEqual([{ kind: 'deadlock', isTriedAgain: true }]);
});

test.each([
  [2, ['deadlock', 'deadlock'], null],
  [3, ['deadlock', 'deadlock', 'given up'], '40P01'],
])(
  'a statement of its own that loses %i times runs again no more than twice',
  async (times, said, end) => {
    // A sequence keeps counting when a transaction is undone.
    await db.pool.query(`
      drop table if exists contested;
      drop sequence if exists tries;
      create sequence tries;
      create table contested (id text primary key, n int8 not null);
      create or replace function lose() returns trigger language plpgsql as $$ begin
        if nextval('tries') <= ${times} then
          raise exception 'deadlock detected' using errcode = 'deadlock_detected';
        end if;
        return new;
      end $$;
      create trigger loses before insert on contested for each row execute function lose()`);
    const told: string[] = [];
    const other = openDb(url, {
      max: 1,
      onConflict: ({ kind, isTriedAgain }) => told.push(isTriedAgain ? kind : 'given up'),
    });
    onTestFinished(() => other.close());
    const insert = statement({
      name: 'test.contend',
      text: `insert into contested values (:id, 1)`,
      params: { id: 'text' },
    });
    const ran = other.run(insert, { id: 'c' }).then(
      () => null,
      (error: unknown) => sqlState(error),
    );
    expect(await ran).toBe(end);
    expect(told).toEqual(said);
    const { rows } = await db.pool.query('select id from contested');
    expect(rows).toHaveLength(end === null ? 1 : 0);
  },
);

test('a violated rule names its constraint', async () => {
  const error: unknown = await db
    .run(add, { id: 'a', by: -1_000 })
    .catch((thrown: unknown) => thrown);
  expect(sqlState(error)).toBe('23514');
  expect(violatedConstraint(error)).toBe('never_negative');
  expect(violatedConstraint(new Error('other'))).toBeNull();
});

test('a row that differs from its shape fails in tests', async () => {
  const wrong = statement({
    name: 'test.wrong',
    text: 'select n from counters where id = :id',
    params: { id: 'text' },
    row: v.object({ n: v.string() }),
  });
  await expect(db.one(wrong, { id: 'a' })).rejects.toThrow(/Expected string/);
});

test('connections that the server ends are replaced', async () => {
  const other = openDb(await blankDatabase(), { max: 1 });
  const pid = statement({
    name: 'test.pid',
    text: 'select pg_backend_pid() as pid',
    row: v.object({ pid: v.number() }),
  });
  const first = await other.one(pid);
  await db.pool.query('select pg_terminate_backend($1)', [first.pid]);
  await expect.poll(async () => (await other.one(pid)).pid).not.toBe(first.pid);
  await other.close();
});

const backend = statement({
  name: 'test.backend',
  text: 'select pg_backend_pid() as pid',
  row: v.object({ pid: v.number() }),
});
const endBackend = (pid: number) => db.pool.query('select pg_terminate_backend($1)', [pid]);

test('a broken connection is reported once, idle or in use, without its secrets', async () => {
  const told: BrokenConnection[] = [];
  const other = openDb(url, { max: 1, onBroken: (trouble) => told.push(trouble) });
  onTestFinished(() => other.close());
  const broken = {
    why: expect.stringContaining('terminating connection') as string,
    code: '57P01',
  };
  await endBackend((await other.one(backend)).pid);
  await expect.poll(() => told).toEqual([broken]);
  const inWork = other.transaction(async (tx) => {
    await endBackend((await tx.one(backend)).pid);
    await expect.poll(() => told.length).toBe(2);
    await tx.one(backend);
  });
  await expect(inWork).rejects.toThrow();
  expect((await other.one(backend)).pid).toBeGreaterThan(0);
  expect(told).toEqual([broken, broken]);
});

test('after close all connections have ended', async () => {
  const told: BrokenConnection[] = [];
  const name = 'test-closes';
  const own = `${url}?application_name=other`;
  const other = openDb(own, { max: 5, name, onBroken: (trouble) => told.push(trouble) });
  await Promise.all(Array.from({ length: 5 }, () => other.one(backend)));
  const open = async () => {
    const asked = 'select pid from pg_stat_activity where application_name = $1';
    return (await db.pool.query(asked, [levelled(name)])).rows.length;
  };
  expect(await open()).toBe(5);
  await other.close();
  expect(await open()).toBe(0);
  expect(told).toEqual([]);
});

test('a test has its own database', () => {
  expect(new URL(url).pathname).toMatch(/^\/test_[0-9a-f]{12}$/);
});
