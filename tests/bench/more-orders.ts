import type pg from 'pg';

/** Tables that a purchase writes, and the condition for rows of one order. */
const TABLES = [
  { name: 'orders', of: 't.id = $1' },
  { name: 'order_items', of: 't.order_id = $1' },
  { name: 'order_events', of: 't.order_id = $1' },
  { name: 'payment_attempts', of: 't.order_id = $1' },
  { name: 'card_ends', of: `t.attempt_id like 'A' || $1 || '%'` },
  { name: 'deliveries', of: 't.order_id = $1' },
  { name: 'outbox_mails', of: 't.order_id = $1' },
  { name: 'ledger_entries', of: 't.order_id = $1' },
  { name: 'gateway_inbox', of: `strpos(t.event_key, $1) > 0` },
] as const;
type Table = (typeof TABLES)[number];

const ORDERS_EACH = 10;
/** Above the ids of players who buy meanwhile. */
export const FIRST_PLAYER = 1_000_000;
const AT_ONCE = 100_000;
/** A number of its form for each copy, by eight symbols for the digits of its count. */
const COPIED_NO = `regexp_replace(translate(lpad(to_hex(g.n), 8, '0'), '0123456789abcdef', '23456789CDFGHJKL'),
    '(.{4})(.{4})', 'WP-\\1-\\2-2')`;
/** Columns with unique ids of other systems. */
const REFERENCES = new Set(['gateway_ref', 'capture_ref', 'session_key', 'order_key', 'mail_id']);

/**
 * Copies the rows of a real purchase up to `count` orders: ten a player, one every `everyS` seconds
 * up to yesterday. Triggers are off: their rows are copied, too.
 */
export async function addOrders(
  pool: pg.Pool,
  orderId: string,
  count: number,
  everyS = 20,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      'set synchronous_commit = off; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0',
    );
    const references = await referencesOf(client);
    for (const { name } of TABLES) await client.query(`alter table ${name} disable trigger user`);
    for (const each of references) {
      await client.query(`alter table ${each.table} drop constraint ${each.name}`);
    }
    await client.query(
      `insert into players (id, project, server_id, cid, pr_id, server_name, name, level, seen_at)
        overriding system value
        select $2::int8 + k, p.project, p.server_id, (900000000 + k)::text, p.pr_id, p.server_name, p.name, p.level, p.seen_at
        from players p, generate_series(0, $3::int4) k
        where p.id = (select player_id from orders where id = $1)`,
      [orderId, FIRST_PLAYER, Math.ceil(count / ORDERS_EACH)],
    );
    for (const table of TABLES) {
      const copy = await copyOf(client, table, everyS);
      for (let from = 1; from < count; from += AT_ONCE) {
        await client.query(copy, [orderId, from, Math.min(from + AT_ONCE - 1, count - 1)]);
      }
    }
    for (const each of references) {
      await client.query(`alter table ${each.table} add constraint ${each.name} ${each.rule}`);
    }
    for (const { name } of TABLES) await client.query(`alter table ${name} enable trigger user`);
    // Simulates a shop that grew slowly: vacuumed, with statistics.
    await client.query('vacuum (analyze)');
  } finally {
    // Its settings must not return to the pool.
    client.release(true);
  }
}

type Reference = { readonly table: string; readonly name: string; readonly rule: string };

async function referencesOf(client: pg.PoolClient): Promise<readonly Reference[]> {
  const { rows } = await client.query<Reference>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as rule
      from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [TABLES.map(({ name }) => name)],
  );
  return rows;
}

/** $1: order, $2 and $3: first and last number of its copies. */
async function copyOf(client: pg.PoolClient, { name, of }: Table, everyS: number): Promise<string> {
  const { rows } = await client.query<{ column_name: string; data_type: string }>(
    `select column_name, data_type from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER'`,
    [name],
  );
  const columns = rows.map((row) => row.column_name);
  const values = rows.map((row) => valueOf(name, row.column_name, row.data_type, everyS));
  return `insert into ${name} (${columns.join(', ')})
    select ${values.join(', ')} from ${name} t,
      (select n, 'g' || lpad(n::text, 19, '0') as id from generate_series($2::int4, $3::int4) n) g
    where ${of}`;
}

function valueOf(table: string, column: string, type: string, everyS: number): string {
  const value = `t.${column}`;
  if (column === 'player_id') return `${FIRST_PLAYER} + g.n / ${ORDERS_EACH}`;
  if (column === 'order_no') return COPIED_NO;
  if (type === 'timestamp with time zone') {
    return `${value} - interval '1 day' - g.n * interval '${everyS} seconds'`;
  }
  if (type !== 'text') return value;
  if (
    REFERENCES.has(column) ||
    ((table === 'deliveries' || table === 'outbox_mails') && column === 'id')
  ) {
    return `${value} || '-' || g.n`;
  }
  return `replace(${value}, $1, g.id)`;
}
