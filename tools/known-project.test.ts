import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../apps/api/src/testing/test-database.ts';

const { url, db } = await testDatabase('seeded');
afterAll(() => db.close());
const who = ['--server', '112', '--cid', '12345678'];
const KNOWN = 'miniflix, poi_mbo, vp_mbo, cgg, dr2, dr2_mpt';

/** A command beside a shop's database: what it says, with how it ends. */
function said(tool: string, ...options: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', DATABASE_URL: url };
  return new Promise((resolve) => {
    const file = path.join(import.meta.dirname, `${tool}.ts`);
    execFile(process.execPath, [file, ...options], { env }, (error, out, err) => {
      resolve(`${error?.code ?? 0}: ${out}${err}`.trim());
    });
  });
}

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
