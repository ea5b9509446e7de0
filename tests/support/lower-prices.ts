import pg from 'pg';
import { want, type Shopper } from './shopper.ts';

/** Exceeds the sign-in days that any seeded pack needs to reach its minimum. */
const DAYS = 20;

/**
 * Brings a bargain pack to its minimum in a shared shop, whose clock a test cannot move: inserts a
 * sign-in for each earlier day.
 */
export async function lowerPrices(
  databaseUrl: string,
  { client, serverId, cid }: Pick<Shopper, 'client' | 'serverId' | 'cid'>,
  packId: string,
): Promise<void> {
  await want(client.call('bargainChoose', { pack_id: packId }));
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const { rowCount } = await database.query(
      `insert into bargain_steps (player_id, event_id, task, day, n, lowers_minor, at)
      select c.player_id, c.event_id, 'sign_in', current_date - d, c.n, (t.rules ->> 'sign_in_minor')::int8, now()
      from bargain_coupons c
      join bargain_terms t on t.id = c.terms_id
      join players p on p.id = c.player_id
      cross join generate_series(1, $3::int4) d
      where p.server_id = $1 and p.cid = $2`,
      [serverId, cid, DAYS],
    );
    if (rowCount !== DAYS) throw new Error(`${packId} has no coupon to lower`);
  } finally {
    await database.end();
  }
}
