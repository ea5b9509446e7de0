import { createHash } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { commandWith } from '../../../../tests/support/command.ts';
import { archiveBench, MANY_EVENTS } from '../../../../tests/support/old-months.ts';
import { paidOrder, refundRow } from '../../../../tests/support/paid-order.ts';
import { checkAudit } from '../domain/audit/check-audit.ts';
import { orderHead } from '../domain/console/order-queries.ts';
import { archivedMonths } from '../domain/retention/archive-queries.ts';
import { createClock } from '../platform/clock.ts';
import { openDb, type Db } from '../platform/db/pool.ts';
import { StartError } from '../platform/start-error.ts';
import {
  findInArchive,
  listArchive,
  readArchiveVerb,
  refuseDataFolder,
  runArchive,
  verifyFolder,
} from './archive-verbs.ts';

const { db, url, ownerUrl, owner, folder, fileOf, linesOf, old, countOf } = await archiveBench();
const clock = createClock();

const needsOf = (own: Db) => ({ db: own, clock, months: 24 });
async function archive(before: string | null = null): Promise<readonly string[]> {
  const said: string[] = [];
  const order = { verb: 'archive', before, folder, by: 'Ana' } as const;
  await runArchive(needsOf(owner), order, (line) => void said.push(line));
  return said;
}

describe('npm run operator -- archive', () => {
  it('moves a month into a file, keeps what a decision reads, and tells of it in the audit log', async () => {
    const order = await old('2019-03', MANY_EVENTS);
    await db.pool.query(
      `insert into order_events (order_id, at, source, event, to_state)
        values ($1, '2019-03-09', 'worker', 'refund_whole', 'refunded')`,
      [order.orderId],
    );
    expect(await listArchive(needsOf(db), null)).toContain('2019-03  may be archived');

    const [said = ''] = await archive('2019-04-01');
    expect(said).toMatch(
      /^2019-03 {2}archived: 11,001 events in order_events-2019-03\.jsonl\.gz, [\d,]+ bytes; 1 stay as well; the step held the tables for \d+ ms$/,
    );
    expect(await countOf('2019-03')).toBe(1);
    // The pages and commands of the order say so; those of a younger order do not.
    const head = (orderId: string) => db.one(orderHead, { orderId, orderNo: null, projects: null });
    expect(await head(order.orderId)).toMatchObject({ archived_before: '2019-04' });
    const young = await paidOrder(db.pool);
    expect(await head(young.orderId)).toMatchObject({ archived_before: null });
    const lines = await linesOf('2019-03');
    expect(lines).toHaveLength(MANY_EVENTS + 1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      order_id: order.orderId,
      at: '2019-03-03T00:00:00.700000Z',
      event: 'mail_retrying',
      detail: { tries: 1, why: 'mailbox_full' },
    });
    const recorded = (await db.many(archivedMonths)).find(({ month }) => month === '2019-03-01');
    expect(recorded).toMatchObject({
      month: '2019-03-01',
      rows: MANY_EVENTS + 1,
      kept: 1,
      archived_by: 'Ana',
    });
    expect(JSON.parse(await readFile(fileOf('2019-03', 'manifest.json'), 'utf8'))).toEqual(
      recorded?.manifest,
    );
    const { rows } = await db.pool.query(
      `select operator, object_id, body::jsonb #> '{detail,rows}' as rows from audit where action = 'archive.month' and object_id = '2019-03'`,
    );
    expect(rows).toEqual([
      { operator: 'command line (Ana)', object_id: '2019-03', rows: MANY_EVENTS + 1 },
    ]);
    expect((await checkAudit({ db })).broken).toBeNull();

    expect(await listArchive(needsOf(db), null)).toContain('2019-03  archived ');
    const { length: gone } = await db.many(archivedMonths);
    expect(await verifyFolder(needsOf(db), folder)).toBe(
      `${gone} archived ${gone === 1 ? 'month' : 'months'}, and every file is whole.`,
    );
    const found = await findInArchive(needsOf(db), order.orderId, folder);
    expect(found.split('\n')).toHaveLength(MANY_EVENTS + 1);
    const other = await paidOrder(db.pool);
    expect(await findInArchive(needsOf(db), other.orderId, folder)).toMatch(
      /^No archived month has an event of /,
    );
  });

  it('leaves a month with open business and says what is open, and every month that is young', async () => {
    const order = await old('2019-04', 3);
    const id = await refundRow(db.pool, order, { amount: 100 });
    const today = new Date().toISOString().slice(0, 7);
    const said = await archive();
    expect(said).toContain('2019-04  stays: 1 refunds on their way');
    expect(said).toContain(`${today}  stays: younger than 24 whole months`);
    expect(await countOf('2019-04')).toBe(3);
    await db.pool.query(`update refunds set state = 'SUBMITTING' where id = $1`, [id]);
    await db.pool.query(`update refunds set state = 'SUCCEEDED' where id = $1`, [id]);
    await old('2019-05', 0);
    const again = await archive();
    expect(again[0]).toMatch(/^2019-04 {2}archived: 3 events/);
    expect(again).toContain('2019-05  stays: it has no event');
  });

  it('lets one archiver work at a time, and none that does not own the tables', async () => {
    await old('2019-08', 2);
    const first = openDb(ownerUrl, { max: 1 });
    try {
      await first.pool.query('select pg_advisory_lock(7281931)');
      await expect(archive()).rejects.toThrow('Another command archives at this moment');
    } finally {
      await first.close();
    }
    const order = { verb: 'archive', before: null, folder, by: 'Ana' } as const;
    await expect(runArchive(needsOf(db), order, () => undefined)).rejects.toThrow(
      'Only the role that owns the tables may archive',
    );
    const step = `select archive_order_events('2019-08-01', '{}', '{"rows": 1}', now(), 'x', '{}')`;
    for (const statement of [
      step,
      `select hold_order_events('2019-08-01')`,
      `insert into archived_months select * from archived_months`,
      `delete from archived_months`,
      `drop table order_events_2019_08`,
    ]) {
      await expect(db.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/);
    }
    expect(await countOf('2019-08')).toBe(2);
  });

  it('says that the folder cannot be written, and leaves the month whole', async () => {
    await old('2018-08', 2);
    const manifest = fileOf('2018-08').replace('jsonl.gz', 'manifest.json');
    await mkdir(manifest);
    await expect(archive()).rejects.toThrow(
      /cannot be written \(EISDIR\): its month stays whole\./,
    );
    expect(await countOf('2018-08')).toBe(2);
    await rmdir(manifest);
    expect((await archive()).join('\n')).toContain('2018-08  archived: 2 events');
  });

  it('finds a file that was changed, one that is cut and one that is missing', async () => {
    for (const month of ['2018-01', '2018-02', '2018-03']) await old(month, 9);
    await archive();
    const bytes = await readFile(fileOf('2018-01'));
    const changed = Buffer.from(bytes);
    // The system in the header of gzip: the lines stay the same.
    changed[9] = 7;
    await writeFile(fileOf('2018-01'), changed);
    await writeFile(fileOf('2018-02'), (await readFile(fileOf('2018-02'))).subarray(0, -9));
    await rm(fileOf('2018-03'));
    await expect(verifyFolder(needsOf(db), folder)).rejects.toThrow(
      [
        'order_events-2018-01.jsonl.gz was changed: its SHA-256 is another',
        '  order_events-2018-02.jsonl.gz cannot be read',
        '  order_events-2018-03.jsonl.gz is missing',
      ].join('\n'),
    );
    const cut = await old('2018-04', 1);
    await archive();
    await writeFile(fileOf('2018-04'), 'no gzip');
    await expect(findInArchive(needsOf(db), cut.orderId, folder)).rejects.toThrow(
      'order_events-2018-04.jsonl.gz is missing or cannot be read.',
    );
  });

  it('trusts no file with another hash, and no table that the audit log contradicts', async () => {
    const order = await old('2018-11', 2);
    await archive();
    const kept = await readFile(fileOf('2018-11'));
    expect(await findInArchive(needsOf(db), order.orderId, folder)).toContain('mail_retrying');
    const forged = gzipSync(gunzipSync(kept).toString('utf8').replaceAll('mailbox_full', 'nobody'));
    await writeFile(fileOf('2018-11'), forged);
    await expect(findInArchive(needsOf(db), order.orderId, folder)).rejects.toThrow(
      /order_events-2018-11\.jsonl\.gz is not the file that was archived: its SHA-256 is another\./,
    );
    // The owner of the table can make it fit the forged file.
    const sha256 = createHash('sha256').update(forged).digest('hex');
    const set = (hash: string) =>
      owner.pool.query(`update archived_months set sha256 = $1 where month = '2018-11-01'`, [hash]);
    await set(sha256);
    await expect(verifyFolder(needsOf(db), folder)).rejects.toThrow(
      'order_events-2018-11.jsonl.gz is another in the audit log than in the table',
    );
    const { rows } = await owner.pool.query<{ row: object }>(
      `delete from archived_months m where month = '2018-11-01' returning to_jsonb(m) as row`,
    );
    await expect(verifyFolder(needsOf(db), folder)).rejects.toThrow(
      'order_events-2018-11.jsonl.gz is in the audit log, and not in the table',
    );
    await owner.pool.query(
      `insert into archived_months select * from jsonb_populate_record(null::archived_months, $1)`,
      [rows[0]?.row],
    );
    await set(createHash('sha256').update(kept).digest('hex'));
    await writeFile(fileOf('2018-11'), kept);
    expect(await findInArchive(needsOf(db), order.orderId, folder)).toContain('mailbox_full');
  });
});

describe('the command line of archive', () => {
  const run = commandWith({ DATABASE_URL: url, WEBPAY_MODE: 'sandbox' });

  it('is one of the commands, and refuses the role of the shop', async () => {
    expect(await run('operator', 'commands')).toMatch(/^archive$/m);
    expect(await run('operator', 'archive', '--to', folder)).toBe(
      '1: Only the role that owns the tables may archive: give its address as DATABASE_OWNER_URL.',
    );
  });

  it('refuses the folder of the shop’s data and every folder inside it, also by a link', async () => {
    const data = path.join(folder, 'data');
    await mkdir(path.join(data, 'files'), { recursive: true });
    const link = path.join(folder, 'link');
    symlinkSync(path.join(data, 'files'), link);
    await mkdir(path.join(data, '..archive'));
    for (const each of [data, path.join(data, 'files'), path.join(data, '..archive'), link]) {
      expect(() => refuseDataFolder(each, data)).toThrow(/is in DATA_DIR/);
    }
    await mkdir(path.join(folder, 'data-archive'));
    for (const each of [folder, path.join(folder, 'data-archive')]) {
      expect(() => refuseDataFolder(each, data)).not.toThrow();
    }
    expect(() => refuseDataFolder(folder, path.join(folder, 'none'))).not.toThrow();
    const inside = commandWith({
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      WEBPAY_MODE: 'sandbox',
      DATA_DIR: data,
    });
    expect(await inside('operator', 'archive', '--to', path.join(data, 'files'))).toMatch(
      /^1: .*is in DATA_DIR/,
    );
  });

  it.each([
    [[], 'Say what to do'],
    [['--list', '--to', folder], 'Say what to do'],
    [['--find', 'WP-1'], 'Say what to do'],
    [['--verify', folder, '--by', 'Ana'], 'Say what to do'],
    [['2019-03'], 'Say what to do'],
    [['--list', '--before', '2019-13'], '--before is "2019-13", not a month like 2024-03.'],
    [['--to', path.join(folder, 'none')], 'make it first.'],
  ])('refuses %j', (words, sentence) => {
    expect(() => readArchiveVerb(words)).toThrow(StartError);
    expect(() => readArchiveVerb(words)).toThrow(sentence);
  });
});
