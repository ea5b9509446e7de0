import { expect, it } from 'vitest';
import { createClock } from '../../../platform/clock.ts';
import { testDatabase } from '../../../../../../tests/support/test-database.ts';
import { CLOCK_TOLERANCE_MS, LONGEST_LINK_MS } from './access-link.ts';
import { purgeLinks } from '../queries.ts';

it('[F18] used and ended links are purged a day after their expiry', async () => {
  const { db } = await testDatabase('seeded');
  const { pool } = db;
  const life = (LONGEST_LINK_MS + CLOCK_TOLERANCE_MS) / 1_000;
  for (const [name, seconds] of [
    ['alive', life],
    ['over', 86_500],
  ]) {
    await pool.query(
      `insert into ended_access_links (character_hash, at) values (convert_to($1, 'UTF8'), now() - make_interval(secs => $2))`,
      [name, seconds],
    );
    await pool.query(
      `insert into used_access_links (project, ref, expires_at, used_at)
        values ('miniflix', $1, now() - make_interval(secs => $2), now())`,
      [name, seconds],
    );
  }
  await db.run(purgeLinks, { now: createClock().now() });
  const { rows } = await pool.query(
    `select convert_from(character_hash, 'UTF8') as name from ended_access_links union all select ref from used_access_links`,
  );
  expect(rows).toEqual([{ name: 'alive' }, { name: 'alive' }]);
});
