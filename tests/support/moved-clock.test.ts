import { beforeAll, expect, test } from 'vitest';
import { writeClockOffset } from '../../apps/api/src/settings.ts';
import { testDatabase } from './test-database.ts';
import { commandWith } from './command.ts';

const { url, db } = await testDatabase('seeded');
const said = commandWith({ DATABASE_URL: url });

/** Same effect as PUT /clock of a shop on this database. */
beforeAll(async () => {
  await db.run(writeClockOffset, { offsetMs: 31 * 86_400_000 });
});

const one = async (text: string): Promise<unknown> => {
  const { rows } = await db.pool.query<{ value: unknown }>(`select ${text} as value`);
  return rows[0]?.value;
};
const IN_A_MONTH = `> now() + interval '30 days'`;

test('[S10] retention counts its days by the shop’s clock', async () => {
  await db.pool.query(
    `with made as (
        insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
        values ('miniflix', '112', '12345678', 'hk', 'S', 'N', 1, now()) returning id
      )
      insert into sessions (token_hash, player_id, project, created_at, expires_at, ended_at, seen_at)
      select decode('ab', 'hex'), id, 'miniflix', now(), now() + interval '9 days', now(), now() from made`,
  );
  expect(await said('retention')).toMatch(/^0: sessions: 1 older than 30 days$/m);
  expect(await one('(select count(*)::int4 from sessions)')).toBe(0);
});

test('[S10] records of service changes and erasures carry the shop’s clock’s time', async () => {
  await db.pool.query(
    `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values ('miniflix', '112', '22345678', 'hk', 'S', 'N', 1, now())`,
  );
  expect(await said('service', 'open', 'cgg', '--because', 'so')).toMatch(/^0: cgg {2}open/);
  expect(await one(`(select at ${IN_A_MONTH} from service_changes order by id desc limit 1)`)).toBe(
    true,
  );
  const whom = ['--project', 'miniflix', '--server', '112', '--cid', '22345678'];
  expect(await said('erase', ...whom, '--because', 'asked')).toMatch(/^0: Erased\./);
  expect(await one(`(select at ${IN_A_MONTH} from erasures)`)).toBe(true);
});
