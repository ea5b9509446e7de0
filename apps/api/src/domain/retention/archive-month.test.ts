import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { fileOfCommand } from '../../../../../tests/support/command.ts';
import {
  addOldEvents,
  archiveBench,
  MANY_EVENTS,
} from '../../../../../tests/support/old-months.ts';
import { asOwner } from '../../../../../tests/support/test-database.ts';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import { wholeCharacter, MARK } from '../../../../../tests/support/whole-character.ts';
import { checkAudit } from '../audit/check-audit.ts';
import { archiveMonth } from './archive-month.ts';
import { ARCHIVE_LOCK, archivedMonths, takeArchiveLock } from './archive-queries.ts';
import { createClock } from '../../platform/clock.ts';
import { archiveMonths } from './archive-months.ts';
import { exportCharacter } from './export-character.ts';
import { findArchived } from './read-archive.ts';

const { db, url, ownerUrl, owner, folder, fileOf, linesOf, old, countOf } = await archiveBench();
const clock = createClock();

const ctx = () => ({ db: owner, clock });

async function archive(): Promise<readonly string[]> {
  const ends: string[] = [];
  const which = { months: 24, before: null };
  await archiveMonths(ctx(), which, { folder, by: 'Ana' }, (month, end) => {
    if (end.kind !== 'young') ends.push(`${month} ${end.kind}`);
  });
  return ends;
}

/** While a report reads the history, which no step passes. */
async function whileReported(
  orderId: string,
  work: (end: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const report = await db.pool.connect();
  const end = () => report.query('rollback');
  try {
    await report.query('begin');
    await report.query('select count(*) from order_events where order_id = $1', [orderId]);
    await work(end);
  } finally {
    await end();
    report.release();
  }
}

const until = (isSo: () => Promise<boolean>) =>
  expect.poll(isSo, { timeout: 40_000, interval: 50 }).toBe(true);

describe('the archive of a month', () => {
  it('does not drop a month that got a row after its file was written, and archives it the next time', async () => {
    const { orderId } = await old('2019-06', 5);
    const step = { month: '2019-06-01', folder, by: 'Ana' };
    const late = () => addOldEvents(db.pool, orderId, '2019-06', 1).then(() => undefined);
    await owner.one(takeArchiveLock, { key: ARCHIVE_LOCK });
    expect(await archiveMonth(ctx(), step, late)).toEqual({ kind: 'changed' });
    expect(await countOf('2019-06')).toBe(6);
    expect([fileOf('2019-06'), fileOf('2019-06', 'manifest.json')].filter(existsSync)).toEqual([]);
    expect(await archiveMonth(ctx(), step)).toMatchObject({ kind: 'archived', rows: 6 });
  });

  it('leaves the month whole when its connection broke, and with it the lock, and stops', async () => {
    await old('2018-10', 3);
    const [session] = (await owner.pool.query<{ pid: number }>('select pg_backend_pid() as pid'))
      .rows;
    await owner.one(takeArchiveLock, { key: ARCHIVE_LOCK });
    const step = { month: '2018-10-01', folder, by: 'Ana' };
    const broken = async () => {
      await asOwner(url, `select pg_terminate_backend(${session?.pid ?? 0})`);
      await expect
        .poll(() => owner.pool.query('select 1').then(() => 'again', String))
        .toBe('again');
    };
    expect(await archiveMonth(ctx(), step, broken)).toEqual({ kind: 'lock_lost' });
    expect(await countOf('2018-10')).toBe(3);
    expect(await archive()).toContain('2018-10-01 archived');
  });

  it('keeps the month whole when it is killed between file and step, and continues', async () => {
    const { orderId } = await old('2019-07', 40);
    await whileReported(orderId, async () => {
      const env = { PATH: process.env['PATH'], DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
      const words = [fileOfCommand('operator'), 'archive', '--to', folder, '--by', 'Ana'];
      const command = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const said = Promise.all([text(command.stdout), text(command.stderr)]);
      const ended = new Promise((resolve) => command.once('close', resolve));
      const manifest = fileOf('2019-07', 'manifest.json');
      await Promise.race([ended, until(() => Promise.resolve(existsSync(manifest)))]);
      command.kill('SIGKILL');
      await ended;
      // Stopped by the signal, not by a fault.
      expect((await said)[1]).toBe('');
      expect(await countOf('2019-07')).toBe(40);
    });
    // PostgreSQL may go on with the step of the dead program, and ends it one way or the other.
    await until(async () => {
      const { rows } = await owner.pool.query(
        `select from pg_stat_activity where application_name like 'webpay-archive/%' and datname = current_database()`,
      );
      return rows.length === 0;
    });
    const recorded = (await db.many(archivedMonths)).filter(({ month }) => month === '2019-07-01');
    expect(await countOf('2019-07')).toBe(recorded.length === 0 ? 40 : 0);
    if (recorded.length === 0) await archive();
    expect(await countOf('2019-07')).toBe(0);
    expect(await linesOf('2019-07')).toHaveLength(40);
    expect((await checkAudit({ db })).broken).toBeNull();
  });

  it('never writes over the file of another shop', async () => {
    const { orderId } = await old('2018-05', 2);
    await writeFile(fileOf('2018-05'), 'the only copy of something');
    expect(await archive()).toEqual(['2018-05-01 taken']);
    expect(await readFile(fileOf('2018-05'), 'utf8')).toBe('the only copy of something');
    expect(await countOf('2018-05')).toBe(2);
    await rm(fileOf('2018-05'));
    await archive();
    expect(await findArchived(db, orderId, folder)).toMatchObject({
      orderId,
      lines: { length: 2 },
    });
  });

  it('lets purchases pass while a long report keeps it from its locks', async () => {
    const { orderId } = await old('2018-06', MANY_EVENTS);
    await whileReported(orderId, async (end) => {
      const archived = archive();
      // The owner's statements are hidden from the shop's role, its locks are not.
      await until(async () => {
        const { rows } = await db.pool.query(
          `select from pg_locks where not granted
            and database = (select oid from pg_database where datname = current_database())`,
        );
        return rows.length > 0;
      });
      // Behind an archiver that waits for the report's end, no purchase would end.
      for (let made = 0; made < 20; made += 1) {
        await paidOrder(db.pool);
        await db.pool.query(
          `insert into order_events (order_id, at, source, event) values ($1, now(), 'player', 'order_made')`,
          [orderId],
        );
      }
      await end();
      await archived;
    });
    // A slow machine may have used up its tries.
    if ((await countOf('2018-06')) > 0) await archive();
    expect(await countOf('2018-06')).toBe(0);
  });

  it('writes nothing that an erasure takes out of the history', async () => {
    await old('2019-12', 1);
    const { orderId, cid } = await wholeCharacter(db.pool);
    await db.pool.query(
      `insert into order_events (order_id, at, source, event, detail) values ($1, '2019-12-05', 'operator', 'redelivered',
        jsonb_build_object('because', $2::text, 'why', $2::text, 'request', 'q1',
          'to', jsonb_build_object('server_id', '112', 'cid', $3::text)))`,
      [orderId, MARK, cid],
    );
    await db.pool.query(`update orders set created_at = '2019-12-05' where id = $1`, [orderId]);
    await archive();
    const which = { project: 'miniflix', cid, serverId: null };
    expect(await exportCharacter(db, which)).toMatchObject({
      tables: {
        archived_events: [{ order_id: orderId, files: ['order_events-2019-12.jsonl.gz'] }],
      },
    });
    const lines = (await linesOf('2019-12')).join('\n');
    expect(lines).toContain('"detail":{"why":"[not archived]","request":"q1"}');
    expect([MARK, cid].filter((value) => lines.includes(value))).toEqual([]);
  });
});
