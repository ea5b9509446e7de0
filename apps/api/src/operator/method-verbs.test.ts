import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { asOwner, testDatabase } from '../../../../tests/support/test-database.ts';
import { createClock } from '../platform/clock.ts';
import { readMethods, runMethods } from './method-verbs.ts';

const { db, url } = await testDatabase('seeded');
const ctx = { db, clock: createClock(), randomBytes };
const methods = (...words: readonly string[]) => runMethods(ctx, ['methods', ...words]);
const BECAUSE = ['--because', 'a dispute with the bank'] as const;

beforeEach(() => db.pool.query('delete from method_stops'));

test('service methods lists what is off, since when, why and until when (14.1)', async () => {
  expect(await methods()).toBe('Every method is on.');
  await db.pool.query(
    `insert into method_stops (project, pay_id, country, switched_by, why, step, switched_off_at, retry_at, retry_count)
      values ('miniflix', 'card', 'VN', 'gateway', 'CONTRACT_INVALID', 'open', '2026-04-02 10:00+0', '2026-04-02 22:00+0', 1)`,
  );
  await methods('off', 'cgg', 'paypal', ...BECAUSE);
  expect((await methods()).split('\n')).toEqual([
    'miniflix card VN: off since 2026-04-02T10:00:00.000Z by the gateway: CONTRACT_INVALID; next try 2026-04-02T22:00:00.000Z, refused tries: 1',
    expect.stringMatching(
      /^cgg paypal everywhere: off since \S+Z by the operator: a dispute with the bank; until an operator switches it on$/,
    ),
  ]);
});

test('service methods switches per project, method and country, and keeps who and why (14.1)', async () => {
  await asOwner(url, 'truncate method_changes');
  expect(await methods('off', 'miniflix', 'card', '--country', 'VN', ...BECAUSE)).toBe(
    'miniflix card VN: off',
  );
  expect(await methods('on', 'miniflix', 'card', '--country', 'VN', '--because', 'mended')).toBe(
    'miniflix card VN: on',
  );
  const { rows } = await db.pool.query(
    `select project, pay_id, country, state, switched_by, why from method_changes order by id`,
  );
  const change = { project: 'miniflix', pay_id: 'card', country: 'VN', switched_by: 'operator' };
  expect(rows).toEqual([
    { ...change, state: 'off', why: 'a dispute with the bank' },
    { ...change, state: 'on', why: 'mended' },
  ]);
});

test('service methods switches all projects that have the method (14.1)', async () => {
  const off = (await methods('off', 'all', 'card', ...BECAUSE)).split('\n');
  const { rowCount } = await db.pool.query(`select from channels where pay_id = 'card'`);
  expect(off).toHaveLength(rowCount ?? 0);
  expect(await methods('on', 'all', 'card', '--because', 'mended')).toContain('cgg card');
  expect(await methods()).toBe('Every method is on.');
});

test.each([
  [['on', 'nowhere', 'card'], 'There is no project "nowhere": '],
  [['on', 'miniflix', 'cash'], 'miniflix has no method "cash": card, paypal, apple_pay, knet_kw, '],
  [['off', 'miniflix', 'card', '--country', 'AQ'], 'miniflix does not sell in AQ.'],
  [['on', 'miniflix', 'card'], 'card of miniflix is not off: nothing was done.'],
  [
    ['on', 'miniflix', 'card', '--country', 'US'],
    'card of miniflix is not off in US: nothing was done.',
  ],
])('service methods %j is refused with one sentence (14.1)', async (words, sentence) => {
  await expect(methods(...words, ...BECAUSE)).rejects.toThrow(sentence);
});

test('service methods on refuses --country when the method is off everywhere, and says so (14.1)', async () => {
  await methods('off', 'miniflix', 'card', ...BECAUSE);
  await expect(methods('on', 'miniflix', 'card', '--country', 'US', ...BECAUSE)).rejects.toThrow(
    'card of miniflix is off everywhere, not in US alone: leave --country out.',
  );
});

test.each([
  [['methods', 'stop', 'miniflix', 'card', ...BECAUSE], 'Say what to do'],
  [['methods', 'off', 'miniflix', ...BECAUSE], 'Say what to do'],
  [['methods', '--country', 'US'], 'Say what to do'],
  [['methods', 'off', 'miniflix', 'card'], '--because "…" is missing.'],
  [['methods', 'off', 'miniflix', 'card', '--country', 'us', ...BECAUSE], '--country is "us"'],
])('service %j is refused before a database starts (14.1)', (words, sentence) => {
  expect(() => readMethods(words)).toThrow(sentence);
});
