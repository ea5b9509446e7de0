import { describe, expect, onTestFinished, test } from 'vitest';
import { TEMPLATES } from '../../../../../tests/support/templates.ts';
import {
  asOwner,
  blankDatabase,
  testDatabase,
} from '../../../../../tests/support/test-database.ts';
import { openDb, type Db } from '../../platform/db/pool.ts';
import { appendAudit, type AuditEntry } from './append-audit.ts';
import { checkAudit } from './check-audit.ts';
import { listAudit } from './list-audit.ts';

const { db, url } = await testDatabase();

function entry(changed: Partial<AuditEntry> = {}): AuditEntry {
  return {
    at: new Date('2026-11-28T14:00:00.123Z'),
    operator: 'ana',
    operatorId: 'o1',
    sessionId: 's1',
    address: '192.0.2.7',
    agent: 'Firefox',
    permission: 'order.read',
    action: 'order.read',
    objectKind: 'order',
    objectId: '7k3fq0m2x9v4t8w1z5b6',
    project: 'miniflix',
    reason: '',
    detail: { b: 1, a: 'x' },
    requestId: 'r-1',
    outcome: 'done',
    ...changed,
  };
}

async function logOf(entries: number): Promise<{ readonly url: string; readonly db: Db }> {
  const own = await blankDatabase(TEMPLATES.empty);
  const opened = openDb(own, { max: 4, checkRows: true });
  onTestFinished(() => opened.close());
  for (let n = 1; n <= entries; n += 1) {
    await appendAudit(opened, entry({ objectId: `order-${n}` }));
  }
  return { url: own, db: opened };
}

test('a log without entries is whole', async () => {
  const { db: empty } = await logOf(0);
  expect(await checkAudit({ db: empty })).toEqual({
    entries: 0,
    broken: null,
    head: '0'.repeat(64),
  });
});

test('entries appended at once make one whole chain', async () => {
  const { db: own } = await logOf(0);
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, n) => appendAudit(own, entry({ objectId: `${n}` }))),
  );
  expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  expect(await checkAudit({ db: own }, 7)).toMatchObject({ entries: 20, broken: null });
});

test('an entry goes with its transaction, and the chain stays whole', async () => {
  const { db: own } = await logOf(2);
  const failed = own.transaction(async (tx) => {
    await appendAudit(tx, entry());
    throw new Error('the step failed');
  });
  await expect(failed).rejects.toThrow('the step failed');
  await appendAudit(own, entry());
  expect(await checkAudit({ db: own })).toMatchObject({ entries: 3, broken: null });
});

test('an entry keeps every text, however odd', async () => {
  const { db: own } = await logOf(0);
  const odd = { reason: 'a\0b \u{D800} "\\ 漢字 \u2028', agent: 'x'.repeat(10_000) };
  await appendAudit(own, entry({ ...odd, detail: { n: 1e21, s: '\u007f', deep: [{}] } }));
  const { items } = await listAudit({ db: own }, {});
  expect(items).toMatchObject([{ reason: 'a\u{FFFD}b \u{FFFD} "\\ 漢字 \u2028' }]);
  expect(await checkAudit({ db: own })).toMatchObject({ entries: 1, broken: null });
});

describe('the owner of the database cannot by mistake', () => {
  test.each([
    'update audit set id = id',
    'delete from audit',
    'truncate audit',
    'delete from audit_head',
    'truncate audit_head',
    'update audit_head set id = 0',
    `update audit_head set hash = ''`,
  ])('%s', async (sql) => {
    await appendAudit(db, entry());
    await expect(asOwner(url, sql)).rejects.toThrow('permission denied');
    expect(await checkAudit({ db })).toMatchObject({ broken: null });
  });
});

describe('the check finds that the owner', () => {
  const OPEN =
    'alter table audit disable trigger user; alter table audit_head disable trigger user; alter table audit drop constraint audit_hash_fits;';
  const EDIT = `body = replace(body, '"done"', '"refused"')`;
  const REHASH = `hash = sha256(prev_hash || convert_to(replace(body, '"done"', '"refused"'), 'UTF8'))`;

  test.each<[string, string, number, RegExp]>([
    ['edited an entry', `update audit set ${EDIT} where id = 3`, 3, /differs from its hash/],
    [
      'edited an entry and its hash',
      `update audit set ${EDIT}, ${REHASH} where id = 3`,
      4,
      /does not follow/,
    ],
    [
      'edited the last entry and its hash',
      `update audit set ${EDIT}, ${REHASH} where id = 5`,
      5,
      /head has another hash/,
    ],
    ['deleted an entry', 'delete from audit where id = 3', 3, /missing/],
    ['deleted the first entry', 'delete from audit where id = 1', 1, /missing/],
    [
      'deleted an entry and closed the gap',
      'delete from audit where id = 3; update audit set id = 3 where id = 4; update audit set id = 4 where id = 5',
      3,
      /does not follow/,
    ],
    [
      'exchanged two entries',
      'update audit set id = 99 where id = 2; update audit set id = 2 where id = 3; update audit set id = 3 where id = 99',
      2,
      /does not follow/,
    ],
    ['cut the end', 'delete from audit where id > 3', 4, /ends before its head/],
    ['truncated the log', 'truncate audit', 1, /ends before its head/],
    [
      'added an entry after the head',
      'insert into audit (id, body, prev_hash, hash) select 6, body, prev_hash, hash from audit where id = 5',
      6,
      /after the head/,
    ],
    [
      'put an entry before the first',
      'alter table audit drop constraint audit_begins_with_one; insert into audit (id, body, prev_hash, hash) select 0, body, prev_hash, hash from audit where id = 1',
      0,
      /begins with entry 1/,
    ],
    [
      'changed a column by which the list finds entries',
      `alter table audit alter column operator drop expression; update audit set operator = 'eve' where id = 2`,
      2,
      /columns/,
    ],
    ['removed the head', 'delete from audit_head', 0, /head of the log is missing/],
    ['moved the head back', 'update audit_head set id = 4', 4, /head has another hash/],
  ])('%s', async (_, sql, id, why) => {
    const { url: own, db: opened } = await logOf(5);
    await asOwner(own, `${OPEN} ${sql}`);
    const { broken } = await checkAudit({ db: opened }, 2);
    expect(broken?.id).toBe(id);
    expect(broken?.why).toMatch(why);
  });
});

test('the list shows entries newest first, page by page, and finds them by each filter', async () => {
  const { db: own } = await logOf(0);
  const minute = (n: number) => new Date(Date.UTC(2026, 10, 28, 14, n));
  await appendAudit(
    own,
    entry({ at: minute(1), operator: 'bo', action: 'sign_in', objectId: null, objectKind: null }),
  );
  await appendAudit(own, entry({ at: minute(2) }));
  await appendAudit(own, entry({ at: minute(3), outcome: 'refused', objectId: 'other' }));
  const ids = async (input: Parameters<typeof listAudit>[1]) =>
    (await listAudit({ db: own }, input)).items.map(({ id }) => id);
  expect(await ids({})).toEqual([3, 2, 1]);
  expect(await ids({ operator: 'bo' })).toEqual([1]);
  expect(await ids({ action: 'order.read' })).toEqual([3, 2]);
  expect(await ids({ object: 'order 7k3fq0m2x9v4t8w1z5b6' })).toEqual([2]);
  expect(await ids({ object: 'other', operator: 'bo' })).toEqual([]);
  expect(await ids({ from: minute(2).getTime(), until: minute(3).getTime() })).toEqual([2]);
  const first = await listAudit({ db: own }, { limit: 2 });
  expect(first.next).toBe('2');
  expect(await listAudit({ db: own }, { limit: 2, after: '2' })).toMatchObject({
    items: [{ id: 1, operator: 'bo', object: '', project: 'miniflix' }],
    next: null,
  });
  expect(first.items[0]).toMatchObject({
    at: minute(3).getTime(),
    object: 'order other',
    outcome: 'refused',
    detail: '{"a":"x","b":1}',
    request_id: 'r-1',
  });
  expect(first.items[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
});
