import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  isEmbeddedPostgres,
  isOwnedByStart,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './embedded.ts';
import { isAlive } from '../is-alive.ts';
import { migrate } from './migrate.ts';

const base = await mkdtemp(path.join(tmpdir(), 'webpay-embedded-'));
await chmod(base, 0o755);
afterAll(() => rm(base, { recursive: true, force: true }));
const isRoot = process.getuid?.() === 0;

const created = path.join(base, 'created');
const log = (): void => undefined;
beforeAll(async () => {
  await (await startEmbeddedPostgres({ dataDir: created, fsync: false, log })).stop();
  // Each copy chooses its own.
  await rm(path.join(created, 'postgres/port'));
});

/** The data of an earlier start: a copy, because each creation costs seconds. */
async function dataOf(name: string): Promise<string> {
  const dataDir = path.join(base, name);
  await promisify(execFile)('cp', ['-a', created, dataDir]);
  return dataDir;
}

type Started = EmbeddedPostgres & { readonly lines: readonly string[] };

async function start(dataDir: string, port?: number): Promise<Started> {
  const lines: string[] = [];
  const postgres = await startEmbeddedPostgres({
    dataDir,
    fsync: false,
    log: (line) => lines.push(line),
    ...(port === undefined ? {} : { port }),
  });
  onTestFinished(() => postgres.stop());
  return { ...postgres, lines };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // Its database may be stopped while it ends; a query that matters fails by itself.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end();
  }
}

async function pidIn(dataDir: string): Promise<number> {
  const file = await readFile(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}

/** Starts a database in another process. @returns its pid once the database is up */
async function startElsewhere(dataDir: string): Promise<{ pid: number; url: string }> {
  const script = path.join(import.meta.dirname, '../../../../../tests/support/hold-database.ts');
  const child = spawn(process.execPath, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line: unknown = (await once(child.stdout, 'data'))[0];
  const pid = child.pid ?? 0;
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  return { pid, url: String(line).trim() };
}

async function killHard(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
}

test('the database knows its address and its owner, running or not', async () => {
  const dataDir = await dataOf('own-address');
  const postgres = await start(dataDir);
  expect(await isEmbeddedPostgres(dataDir, postgres.url)).toBe(true);
  expect(await isEmbeddedPostgres(dataDir, postgres.url.replace(/webpay$/, 'other'))).toBe(false);
  expect(await isOwnedByStart(dataDir)).toBe(true);
  await postgres.stop();
  expect(await isEmbeddedPostgres(dataDir, postgres.url)).toBe(true);
  expect(await isOwnedByStart(dataDir)).toBe(false);
});

test('a first start creates the database, a second finds it at the same address', async () => {
  const dataDir = path.join(base, 'twice');
  const first = await start(dataDir);
  await query(first.ownerUrl, 'create table kept as select 42 as n');
  await first.stop();
  expect(await runningEmbeddedPostgres(dataDir)).toBeNull();
  const second = await start(dataDir);
  const { url, ownerUrl } = second;
  expect(second.url).toBe(first.url);
  expect(await runningEmbeddedPostgres(dataDir)).toEqual({ url, ownerUrl });
  expect(await query(ownerUrl, 'select n from kept')).toEqual([{ n: 42 }]);
});

test('the server syncs to disk except in tests, and listens on the loopback only', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: await dataOf('durable'), log });
  onTestFinished(() => postgres.stop());
  const settings = await query(
    postgres.url,
    `select name, setting from pg_settings
      where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'TimeZone')
      order by name collate "C"`,
  );
  expect(settings).toEqual([
    { name: 'TimeZone', setting: 'UTC' },
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'listen_addresses', setting: '127.0.0.1' },
    { name: 'synchronous_commit', setting: 'on' },
  ]);
  expect(
    await query(postgres.url, 'select rolsuper from pg_roles where rolname = current_user'),
  ).toEqual([{ rolsuper: false }]);
});

test('after kill -9 of Node alone, the next start takes over the server that still runs', async () => {
  const dataDir = await dataOf('orphan');
  const elsewhere = await startElsewhere(dataDir);
  await query(elsewhere.url, 'create table kept as select 42 as n');
  const server = await pidIn(dataDir);
  await killHard(elsewhere.pid);
  const next = await start(dataDir);
  expect(await pidIn(dataDir)).toBe(server);
  expect(next.lines).toEqual(['database: took over the server an earlier start left running']);
  expect(await query(next.ownerUrl, 'select n from kept')).toEqual([{ n: 42 }]);
  await next.stop();
  expect(isAlive(server)).toBe(false);
});

test('after kill -9 of the whole tree, committed data is there', async () => {
  const dataDir = await dataOf('tree');
  const elsewhere = await startElsewhere(dataDir);
  await query(elsewhere.url, 'create table kept as select 42 as n');
  const server = await pidIn(dataDir);
  await killHard(elsewhere.pid);
  await killHard(server);
  const next = await start(dataDir);
  expect(await query(next.ownerUrl, 'select n from kept')).toEqual([{ n: 42 }]);
});

test('a data directory that a living start owns is refused', async () => {
  const dataDir = await dataOf('owned');
  await startElsewhere(dataDir);
  await expect(start(dataDir)).rejects.toThrow(
    /^Another shop is already running on .+\/owned \(its database is process \d+\): stop it, or set DATA_DIR to another folder\.$/,
  );
  const server = await pidIn(dataDir);
  onTestFinished(() => {
    process.kill(server, 'SIGINT');
  });
});

test('a server that dies is started again at the same address', async () => {
  const dataDir = await dataOf('dies');
  const postgres = await start(dataDir);
  await killHard(await pidIn(dataDir));
  await expect
    .poll(() => query(postgres.url, 'select 1 as one').catch(() => null))
    .toEqual([{ one: 1 }]);
  await expect.poll(() => postgres.lines).toContain('database: is back');
});

test('a stale pid file with another program’s number is no server', async () => {
  const dataDir = await dataOf('stale');
  const pidFile = path.join(dataDir, 'postgres/cluster/postmaster.pid');
  await writeFile(pidFile, `${process.pid}\n/elsewhere\n0\n5432\n`);
  const next = await start(dataDir);
  expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

async function occupy(): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port };
}

test('a taken configured port is reported; a chosen one is replaced', async () => {
  const dataDir = await dataOf('taken');
  const { port } = await occupy();
  await expect(start(dataDir, port)).rejects.toThrow(
    `Port ${port}, wanted for the database, is taken by another program.`,
  );
  await writeFile(path.join(dataDir, 'postgres/port'), String(port));
  const postgres = await start(dataDir);
  expect(new URL(postgres.url).port).not.toBe(String(port));
});

test('an interrupted creation starts again', async () => {
  const dataDir = path.join(base, 'half');
  const part = path.join(dataDir, 'postgres/cluster.part');
  await mkdir(part, { recursive: true });
  await writeFile(path.join(part, 'PG_VERSION'), '18');
  const postgres = await start(dataDir);
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a data directory of another PostgreSQL version is reported', async () => {
  const dataDir = await dataOf('old');
  await writeFile(path.join(dataDir, 'postgres/cluster/PG_VERSION'), '15\n');
  await expect(start(dataDir)).rejects.toThrow(
    /^The database in .+ was made by another PostgreSQL version/,
  );
});

test('a DATA_DIR that is a file is reported', async () => {
  const file = path.join(base, 'file');
  await writeFile(file, '');
  await expect(start(file)).rejects.toThrow(`${file} is not a folder`);
});

test.runIf(isRoot)(
  'as root, a folder that does not let the database’s user through is named',
  async () => {
    const closed = path.join(base, 'closed');
    await mkdir(closed, { mode: 0o700 });
    await chmod(closed, 0o700);
    await expect(start(path.join(closed, 'data'))).rejects.toThrow(
      new RegExp(`whom the folder ${closed} does not let through .+ run "chmod o\\+x ${closed}"`),
    );
  },
);

test.runIf(isRoot)(
  'as root, the files belong to the database’s user alone, and others may only pass (14.18)',
  async () => {
    const dataDir = path.join(base, 'owner');
    const home = path.join(dataDir, 'postgres');
    // As earlier versions left them.
    await mkdir(home, { recursive: true, mode: 0o755 });
    await writeFile(path.join(home, 'port'), '', { mode: 0o644 });
    await start(dataDir);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
    const { mode, uid } = await stat(home);
    expect(mode & 0o777).toBe(0o711);
    expect(uid).not.toBe(0);
    for (const name of [
      'port',
      'superuser-password',
      'shop-password',
      'runtime-password',
      'server.log',
    ]) {
      const file = await stat(path.join(home, name));
      expect(file.mode & 0o777, name).toBe(0o600);
      expect(file.uid, name).toBe(uid);
    }
  },
);

test('a data directory of one role gets the second at the next start, and keeps its rows (14.17)', async () => {
  const dataDir = await dataOf('one-role');
  const before = await start(dataDir);
  await migrate(before.ownerUrl, () => undefined);
  await query(before.ownerUrl, `insert into settings (key, value) values ('kept', '42')`);
  // As an earlier version left it.
  const home = path.join(dataDir, 'postgres');
  const superuser = new URL(before.ownerUrl);
  superuser.username = 'postgres';
  superuser.password = (await readFile(path.join(home, 'superuser-password'), 'utf8')).trim();
  await query(superuser.href, 'drop role webpay_runtime');
  await before.stop();
  await rm(path.join(home, 'runtime-password'));

  const { url, ownerUrl } = await start(dataDir);
  for (let starts = 0; starts < 2; starts += 1) {
    expect(await migrate(ownerUrl, () => undefined, undefined, url)).toEqual([]);
  }
  expect(await query(url, `select value from settings where key = 'kept'`)).toEqual([
    { value: 42 },
  ]);
  await expect(query(url, 'alter table ledger_entries disable trigger user')).rejects.toThrow(
    'must be owner of table ledger_entries',
  );
  // An earlier version still starts on it, with its own role.
  expect(await migrate(ownerUrl, () => undefined)).toEqual([]);
});
