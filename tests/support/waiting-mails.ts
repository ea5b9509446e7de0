import type pg from 'pg';

/** The game whose mails wait; tests buy from another one. */
export const WAITING_GAME = { project: 'dr2', gameId: '31', serverId: '11' } as const;

const PLAYER = `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
  values ($1, $2, '100000001', 'north', 'S11', 'Waits', 1, now())
  on conflict do nothing`;
/** Paid orders whose ids begin with that letter. */
const paidOrders = (
  letter: string,
): string => `insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor,
      lang, recipient, returns_to_payment, redirect_url, created_at, expires_at, paid_at)
    select '${letter}' || lpad(n::text, 19, '0'), $1,
      (select id from players where project = $1 and server_id = $2 and cid = '100000001'), 'direct', 'x', 'success',
      'US', 'USD', 99, 'en', jsonb_build_object('server_id', $2::text, 'cid', '100000001', 'name', 'Waits'),
      true, '', now(), now() + interval '30 minutes', now()
    from generate_series(1, $3::int4) n`;
const ORDERS = `with made as (
    ${paidOrders('w')}
    returning id
  ), items as (
    insert into order_items (order_id, line, product_id, count, unit_minor, sold)
    select id, 1, 'p', 1, 99, '{"kind":"topup","name":{"en":"Rubies"},"image":"","contents":[{"item_id":"i1","name":{"en":"Ruby"},"count":1,"image":""}],"bonus":null}'
    from made
  )
  select id from made`;
/** Due since an hour, so that the oldest-first order takes these. */
const MAILS = `with made as (
    insert into deliveries (id, order_id, state, at, created_at)
    select 'd' || o.id, o.id, 'queued', now(), now() from orders o where o.project = $1 and o.id like 'w%'
    returning id, order_id
  )
  insert into outbox_mails (id, kind, order_id, project, server_id, next_attempt_at, give_up_at, created_at)
  select id, 'purchase', order_id, $1, $2, now() - interval '1 hour', now() + interval '7 days', now() from made`;

/** Paid orders of one game with due mails; their money has no ledger entries. */
export async function letMailsWait(pool: pg.Pool, count: number): Promise<void> {
  const { project, serverId } = WAITING_GAME;
  await pool.query(PLAYER, [project, serverId]);
  await pool.query(ORDERS, [project, serverId, count]);
  await pool.query(MAILS, [project, serverId]);
}

/** Counts mails that are not delivered. */
export async function mailsWaiting(pool: pg.Pool, kind: 'purchase' | 'resend' = 'purchase') {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int4 as n
      from outbox_mails m left join deliveries d on d.id = m.id left join resends r on r.id = m.id
      where m.project = $1 and m.kind = $2 and coalesce(d.state, r.state) in ('queued', 'retrying')`,
    [WAITING_GAME.project, kind],
  );
  return rows[0]?.n ?? 0;
}

const SECOND_MAILS = `with ordered as (
    ${paidOrders('v')}
    returning id, player_id, recipient
  ), items as (
    insert into order_items (order_id, line, product_id, count, unit_minor, sold)
    select id, 1, 'p', 1, 99, '{"kind":"topup","name":{"en":"Rubies"},"image":"","contents":[],"bonus":null}' from ordered
  ), filed as (
    insert into resolution_requests (id, player_id, order_id, year, kind, text, state, created_at, decided_at)
    select id, player_id, id, 3000 + substr(id, 2)::int4, 'wrong_recharge', 'x', 'approved', now(), now() from ordered
    returning id, order_id
  )
  select f.id, f.order_id, o.recipient from filed f join ordered o on o.id = f.order_id`;
const AGAIN = `with made as (
    insert into resends (id, request_id, order_id, recipient, state, at, created_at)
    select 'a' || o.id, o.id, o.id, o.recipient, 'queued', now(), now()
    from orders o where o.project = $1 and o.id like 'v%'
    returning id, order_id
  )
  insert into outbox_mails (id, kind, order_id, project, server_id, next_attempt_at, give_up_at, created_at)
  select id, 'resend', order_id, $1, $2, now() - interval '1 hour', now() + interval '7 days', now() from made`;

/** Resends of the same game that are due. */
export async function letResendsWait(pool: pg.Pool, count: number): Promise<void> {
  const { project, serverId } = WAITING_GAME;
  await pool.query(PLAYER, [project, serverId]);
  await pool.query(SECOND_MAILS, [project, serverId, count]);
  await pool.query(AGAIN, [project, serverId]);
}
