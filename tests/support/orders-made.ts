import pg from 'pg';

/** Counts all orders of a character, also those that its list leaves out. */
export async function ordersMade(databaseUrl: string, cid: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ made: number }>(
      `select count(*)::int4 as made from orders o join players p on p.id = o.player_id where p.cid = $1`,
      [cid],
    );
    return rows[0]?.made ?? 0;
  } finally {
    await client.end();
  }
}
