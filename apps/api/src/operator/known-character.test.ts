import { expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/test-database.ts';
import { commandWith } from '../../../../tests/support/command.ts';

const { url, db } = await testDatabase('seeded');
const said = commandWith({ DATABASE_URL: url });
const who = ['--server', '112', '--cid', '12345678'];
const KNOWN = 'miniflix, poi_mbo, vp_mbo, cgg, dr2, dr2_mpt';

test.each([
  ['draws', ['--project', 'nosuch', '--cid', '1']],
  ['erase', ['--project', 'nosuch', ...who, '--because', 'so']],
  ['resolve', ['flag', 'nosuch', '1', '--because', 'so']],
  ['resolve', ['clear-flag', 'nosuch', '1', '--because', 'so']],
  ['resolve', ['log-out', 'nosuch', '1', '--because', 'so']],
])('%s %j names the project that is none', async (tool, options) => {
  expect(await said(tool, ...options)).toBe(`1: There is no project "nosuch", only ${KNOWN}.`);
});

test.each([
  ['draws', ['--project', 'miniflix', '--cid', '1'], '0: Nothing was drawn for 1 in miniflix.'],
  [
    'resolve',
    ['flag', 'miniflix', '1', '--because', 'so'],
    '1: There is no such player in that project (and on that server).',
  ],
])('%s %j in a project that there is says what it says', async (tool, options, sentence) => {
  expect(await said(tool, ...options)).toBe(sentence);
});

test('erase says that the game still knows the character, and who makes it a player again', async () => {
  await db.pool.query(
    `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values ('miniflix', '112', '12345678', 'hk', 'S', 'N', 1, now())`,
  );
  expect(await said('erase', '--project', 'miniflix', ...who, '--because', 'asked')).toMatch(
    /^0: Erased\. Its orders and books stay, as player \d+\.\nThe game still knows the character: a page of the shop left open with its id, or anybody who enters the id, makes a new, empty player of it\.$/,
  );
});

const player = async (project: string, cid: string): Promise<void> => {
  await db.pool.query(
    `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values ($1, '112', $2, 'hk', 'S', 'N', 1, now())`,
    [project, cid],
  );
};

test('[V04] a character’s id is read as its project writes it, whoever types it', async () => {
  await player('poi_mbo', 'A1234567');
  const because = ['--because', 'so'];
  for (const [verb = '', outcome] of [
    ['flag', /^0: Flagged\./],
    ['log-out', /^0: Logged out everywhere\./],
    ['clear-flag', /^0: Cleared\./],
  ] as const) {
    expect(await said('resolve', verb, 'poi_mbo', 'a1234567', ...because)).toMatch(outcome);
  }
  const whom = ['--project', 'poi_mbo', '--cid', 'a1234567'];
  expect(await said('draws', ...whom)).toBe('0: Nothing was drawn for A1234567 in poi_mbo.');
  expect(await said('erase', ...whom, '--server', '112', ...because)).toMatch(/^0: Erased\./);
});

test('an id that has not the form of its project’s ids is taken as it stands', async () => {
  await player('poi_mbo', 'older-form');
  expect(await said('resolve', 'flag', 'poi_mbo', 'older-form', '--because', 'so')).toMatch(
    /^0: Flagged\./,
  );
});
