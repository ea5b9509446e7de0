import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commandWith } from '../../../../tests/support/command.ts';
import { appendAudit, type AuditEntry } from '../domain/audit/append-audit.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/pool.ts';

const base = await mkdtemp(path.join(tmpdir(), 'webpay-backup-'));
// The database has a user of its own.
await chmod(base, 0o755);
afterAll(() => rm(base, { recursive: true, force: true }));

const dataDir = path.join(base, 'data');
const cluster = path.join(dataDir, 'postgres/cluster');
const check = (...words: readonly string[]) =>
  commandWith({ DATA_DIR: dataDir, TMPDIR: tmpdir() })('backup-check', ...words);
const copyTo = (folder: string) => `mkdir -p '${folder}'; cp -a '${cluster}/.' '${folder}'`;

const entry = (action: string): AuditEntry => ({
  at: new Date(),
  operator: 'Ana',
  operatorId: null,
  sessionId: null,
  address: '',
  agent: 'a test',
  permission: null,
  action,
  objectKind: null,
  objectId: null,
  project: null,
  reason: '',
  detail: null,
  requestId: '',
  outcome: 'done',
});

/** Runs some work on the shop's database, and stops it, so that its files can be copied. */
async function withShop(work: (url: string, ownerUrl: string) => Promise<void>): Promise<void> {
  const { url, ownerUrl, stop } = await startEmbeddedPostgres({
    dataDir,
    fsync: false,
    log: () => undefined,
  });
  try {
    await work(url, ownerUrl);
  } finally {
    await stop();
  }
}

test('a backup is restored beside the shop, its books are read, and a fault in it is found', async () => {
  await withShop(async (url, ownerUrl) => {
    await migrate(ownerUrl, () => undefined, undefined, url);
    const db = openDb(url, { max: 1 });
    for (const action of ['first', 'second']) {
      await db.transaction((tx) => appendAudit(tx, entry(action)));
    }
    await db.close();
  });
  const good = path.join(base, 'good');
  const said = await check('--folder', good, '--restore', copyTo(good));
  expect(said).toMatch(/^0: Restoring into .*\nRestored and writable after [\d.]+ s\.$/m);
  expect(said).toMatch(/^schema {6}that of this release$/m);
  expect(said).toMatch(/^orders {6}0$/m);
  expect(said).toMatch(/^audit log {3}2 entries, and the chain is whole/m);
  expect(said).toMatch(/^The backup is good\.$/m);
  expect(await check('--folder', good, '--restore', copyTo(good))).toMatch(
    /^1: .*holds a database already: --restore needs an empty folder\./,
  );

  await withShop(async (_, ownerUrl) => {
    const owner = openDb(ownerUrl, { max: 1 });
    try {
      await owner.pool.query(
        'alter table audit disable trigger user; delete from audit where id = 1',
      );
    } finally {
      await owner.close();
    }
  });
  const faulty = path.join(base, 'faulty');
  await new Promise((resolve) => execFile('sh', ['-c', copyTo(faulty)], resolve));
  const named = await check('--folder', faulty);
  expect(named).toMatch(/^1: /);
  expect(named).toMatch(/^audit log {3}The audit log is broken at entry \d+/m);
  expect(named).toMatch(/The backup has faults \(1\): do not rely on it\./);
});

test('a folder without a database, and the folder of a shop, are refused with one sentence', async () => {
  expect(await check()).toMatch(/^1: Name the folder of the restored files/);
  expect(await check('--folder', base)).toMatch(
    /^1: .* holds no database: PG_VERSION is missing\.$/,
  );
  expect(await check('--folder', cluster)).toMatch(/^1: .* is the database of a shop: /);
  expect(await check('--folder', path.join(base, 'none'))).toMatch(/^1: There is no folder /);
  const failed = await check(
    '--folder',
    path.join(base, 'x'),
    '--restore',
    'echo "no repo" >&2; exit 3',
  );
  expect(failed).toMatch(/^1: Restoring .*\nThe restore failed: no repo$/s);
});
