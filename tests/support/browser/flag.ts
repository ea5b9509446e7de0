import pg from 'pg';
import type { Shopper } from './player.ts';

/** What an operator, or a gateway's warning of fraud, does to a character (V07). */
export async function stopOrdersOf({ serverId, cid }: Shopper): Promise<void> {
  const connectionString = process.env['WEBPAY_E2E_DATABASE_URL'];
  if (connectionString === undefined) throw new Error('WEBPAY_E2E_DATABASE_URL names no database');
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      'update players set flagged_at = now() where server_id = $1 and cid = $2',
      [serverId, cid],
    );
    if (rowCount !== 1) throw new Error('there is no such character');
  } finally {
    await client.end();
  }
}
