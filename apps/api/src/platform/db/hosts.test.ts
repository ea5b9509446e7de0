import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as v from 'valibot';
import { databaseDoor } from '../../../../../tests/support/database-door.ts';
import { asOwner, testDatabase } from '../../../../../tests/support/test-database.ts';
import { isPassing } from './failure.ts';
import { openDb } from './pool.ts';
import { reachDatabase } from './reach.ts';
import { statement } from './statement.ts';

const { url } = await testDatabase();
const hello = statement({
  name: 'test.hello',
  text: 'select 1 as n',
  row: v.object({ n: v.number() }),
});

/** The database behind several doors, as one address with several hosts. */
function addressOf(...doors: readonly { readonly url: string }[]): string {
  const hosts = doors.map((door) => new URL(door.url).host).join(',');
  const whole = new URL(url);
  const [before = '', after = ''] = url.split(whole.host);
  return `${before}${hosts}${after}`;
}

function opened(address: string, options: Parameters<typeof openDb>[1] = {}) {
  const shop = openDb(address, { max: 2, ...options });
  onTestFinished(() => shop.close());
  return shop;
}

test('a silent and an unreachable host do not delay a connection to the third (14.22)', async () => {
  const [silent, away, there] = [
    await databaseDoor(url),
    await databaseDoor(url),
    await databaseDoor(url),
  ];
  silent.freeze();
  away.cut();
  const address = addressOf(silent, away, there);
  await reachDatabase(address);
  expect(await opened(address).one(hello)).toEqual({ n: 1 });
});

test('when a host fails, the next connection goes to the host that accepts writes (14.22)', async () => {
  const [first, second] = [await databaseDoor(url), await databaseDoor(url)];
  second.cut();
  const shop = opened(addressOf(first, second));
  expect(await shop.one(hello)).toEqual({ n: 1 });
  first.cut();
  const refused: unknown = await shop.one(hello).catch((error: unknown) => error);
  expect(isPassing(refused)).toBe(true);
  second.open();
  await expect.poll(() => shop.one(hello).catch(() => null)).toEqual({ n: 1 });
});

test('a host that accepts no writes is not used, and the sentence names each (14.22)', async () => {
  const [standby, away] = [await databaseDoor(url), await databaseDoor(url)];
  away.cut();
  const name = new URL(url).pathname.slice(1);
  await asOwner(url, `alter database ${name} set default_transaction_read_only = on`);
  const address = addressOf(standby, away);
  const error: unknown = await reachDatabase(address).catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(/no host accepts writes: .*says: it is read-only/);
  expect(String(error)).toContain(new URL(away.url).host);
  expect(String(error)).not.toContain(new URL(url).password);
  const shop = opened(address);
  expect(isPassing(await shop.one(hello).catch((thrown: unknown) => thrown))).toBe(true);
  const reset = `alter database ${name} reset default_transaction_read_only`;
  await asOwner(url, `set default_transaction_read_only = off; commit; ${reset}`);
  // The same pool finds it now.
  await expect.poll(() => shop.one(hello).catch(() => null)).toEqual({ n: 1 });
});

test('a database is reached by its socket (14.22)', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'webpay-socket-'));
  const { hostname, port, pathname, username, password } = new URL(url);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const each of [near, far]) each.on('error', () => undefined);
  }).listen(path.join(folder, '.s.PGSQL.5433'));
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const login = `${username}:${password}`;
  for (const address of [
    `postgres://${login}@${pathname}?host=${folder}&port=5433`,
    `postgres://${login}@${encodeURIComponent(folder)}${pathname}?port=5433`,
  ]) {
    await reachDatabase(address);
    expect(await opened(address).one(hello)).toEqual({ n: 1 });
  }
  await expect(reachDatabase(`postgres://${login}@${pathname}?host=${folder}`)).rejects.toThrow(
    `nothing answers at ${folder}/.s.PGSQL.5432`,
  );
});

test('a statement without an answer ends on the shop’s side, without a rollback behind it (14.22)', async () => {
  const door = await databaseDoor(url);
  const shop = opened(door.url, { timeoutMs: 3_000, max: 1 });
  expect(await shop.one(hello)).toEqual({ n: 1 });
  const failed: unknown = await shop
    .transaction(async (tx) => {
      await tx.one(hello);
      door.freeze();
      await tx.one(hello);
    })
    .catch((error: unknown) => error);
  expect(failed).toMatchObject({ message: 'Query read timeout' });
  expect(isPassing(failed)).toBe(true);
  door.open();
  await expect.poll(() => shop.one(hello).catch(() => null)).toEqual({ n: 1 });
});

test('connections are kept from statement to statement, after failed ones too (14.22)', async () => {
  const shop = opened(url, { max: 1 });
  const pid = statement({
    name: 'test.pid_of_hosts',
    text: 'select pg_backend_pid() as pid',
    row: v.object({ pid: v.number() }),
  });
  const first = await shop.one(pid);
  expect(await shop.one(pid)).toEqual(first);
  await expect(
    shop.transaction(async (tx) => {
      await tx.one(pid);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await shop.one(pid)).toEqual(first);
});
