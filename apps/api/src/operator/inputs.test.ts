import { expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/test-database.ts';
import { commandHere } from '../../../../tests/support/command.ts';

const { url, db } = await testDatabase('seeded');
const run = commandHere({ DATABASE_URL: url });
const CHARACTER = ['--server', '112', '--cid', '12345678'];
const KNOWN = 'miniflix, poi_mbo, vp_mbo, cgg, dr2, dr2_mpt';

test.each([
  ['draws', ['--project', 'nosuch', '--cid', '1']],
  ['erase', ['--project', 'nosuch', ...CHARACTER, '--because', 'so']],
  ['resolve', ['flag', 'nosuch', '1', '--because', 'so']],
  ['resolve', ['clear-flag', 'nosuch', '1', '--because', 'so']],
  ['resolve', ['log-out', 'nosuch', '1', '--because', 'so']],
])('%s %j reports the unknown project', async (tool, options) => {
  expect(await run(tool, ...options)).toBe(`1: There is no project "nosuch", only ${KNOWN}.`);
});

test.each([
  ['draws', ['--project', 'miniflix', '--cid', '1'], '0: No draws for 1 in miniflix.'],
  [
    'resolve',
    ['flag', 'miniflix', '1', '--because', 'so'],
    '1: There is no such player in that project (and on that server).',
  ],
])('%s %j runs in a known project', async (tool, options, sentence) => {
  expect(await run(tool, ...options)).toBe(sentence);
});

test('erase explains how the character can become a player again', async () => {
  await db.pool.query(
    `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values ('miniflix', '112', '12345678', 'hk', 'S', 'N', 1, now())`,
  );
  expect(await run('erase', '--project', 'miniflix', ...CHARACTER, '--because', 'asked')).toMatch(
    /^0: Erased\. Its orders and ledger entries stay, as player \d+\.\nThe game still knows the character: entering the id again, or a page left open with it, makes a new, empty player\.$/,
  );
});

const insertPlayer = async (project: string, cid: string): Promise<void> => {
  await db.pool.query(
    `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values ($1, '112', $2, 'hk', 'S', 'N', 1, now())`,
    [project, cid],
  );
};

test('[V04] commands normalise a character’s id by its project’s form', async () => {
  await insertPlayer('poi_mbo', 'A1234567');
  const because = ['--because', 'so'];
  for (const [verb = '', outcome] of [
    ['flag', /^0: Flagged\./],
    ['log-out', /^0: Logged out everywhere\./],
    ['clear-flag', /^0: Cleared\./],
  ] as const) {
    expect(await run('resolve', verb, 'poi_mbo', 'a1234567', ...because)).toMatch(outcome);
  }
  const whom = ['--project', 'poi_mbo', '--cid', 'a1234567'];
  expect(await run('draws', ...whom)).toBe('0: No draws for A1234567 in poi_mbo.');
  expect(await run('erase', ...whom, '--server', '112', ...because)).toMatch(/^0: Erased\./);
});

test('an id of another form than the project’s is taken as given', async () => {
  await insertPlayer('poi_mbo', 'older-form');
  expect(await run('resolve', 'flag', 'poi_mbo', 'older-form', '--because', 'so')).toMatch(
    /^0: Flagged\./,
  );
});
