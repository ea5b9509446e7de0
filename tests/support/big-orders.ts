/** Lets a test's owner write rows of any table without their parents and without triggers. */
export const WITHOUT_CHECKS = `
  do $$
  declare
    each record;
  begin
    for each in select conrelid::regclass as name, conname from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
    loop
      execute format('alter table %s drop constraint %I', each.name, each.conname);
    end loop;
    for each in select tgrelid::regclass as name from pg_trigger where not tgisinternal and tgparentid = 0
    loop
      execute format('alter table %s disable trigger user', each.name);
    end loop;
  end $$`;

/** A number from 0 below `below`, always the same for `n` and `salt`. */
const pick = (below: number, salt: number) =>
  `((hashint8(n * 31 + ${salt})::int8 & 2147483647) % ${below})`;

const ORDERS_EACH = 5;

/**
 * SQL of a year of `count` orders of many kinds, without checks: four of five paid and given, a tenth never paid, a twentieth
 * declined; one of a hundred went back, three of a thousand are disputed, the newest wait. Statements follow in a list, because
 * a million rows are better committed step by step. Without order numbers, which take long to draw.
 */
export function manyOrders(count: number): readonly string[] {
  return [
    WITHOUT_CHECKS,
    `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      select 'miniflix', (101 + n % 200)::text, 'big' || n, '1', 'S', initcap(substr(md5(n::text), 1, 5)) || ' ' || n, 1,
        now() - n % 700 * interval '1 day'
      from generate_series(1::int8, ${Math.ceil(count / ORDERS_EACH)}) as n`,
    `insert into orders (id, order_no, project, player_id, source, products_key, state, reason, country, currency, total_minor, lang,
        recipient, returns_to_payment, redirect_url, created_at, expires_at, paid_at)
      select lpad(n::text, 20, '0'), null, case when p < 40 then 'dr2' else 'miniflix' end, owner.id, 'direct', 'x', s.state,
        case when s.state = 'failed' then (array['declined', 'insufficient_balance', 'error'])[1 + ${pick(3, 4)}]
          when s.state = 'waiting' then 'unknown' end,
        case when c = 0 then 'IS' else (array['US', 'DE', 'BR', 'JP', 'FR'])[1 + c % 5] end,
        case when c = 0 then 'ISK' else (array['USD', 'EUR', 'BRL', 'JPY', 'EUR'])[1 + c % 5] end, 99 + ${pick(9900, 5)}, 'en',
        jsonb_build_object('server_id', owner.server_id, 'server_name', 'S', 'cid', owner.cid, 'name', owner.name), true, '',
        at, at + interval '30 minutes', case when s.state in ('success', 'refunded') then at + interval '20 seconds' end
      from (select n, ${pick(100, 1)} as p, ${pick(2_000, 2)} as c, ${pick(1_000, 3)} as k,
          now() - (${count} - n) * make_interval(secs => 31_536_000.0 / ${count}) as at
        from generate_series(1::int8, ${count}) as n) as each
        cross join lateral (select case when n > ${count} - 20 then 'waiting' when k < 50 then 'failed' when k < 150 then 'timeout'
          when k < 160 then 'refunded' else 'success' end as state) as s
        join players owner on owner.id = (select min(id) from players where cid = 'big1') + (n - 1) / ${ORDERS_EACH}`,
    `insert into order_items (order_id, line, product_id, count, unit_minor, sold)
      select id, 1, 'gems_' || n % 100, 1, total_minor, '{"name": {"en": "Gems"}}'
      from (select *, id::int8 as n from orders where id ~ '^[0-9]{20}$') as o`,
    `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state, failure,
        gateway_ref, capture_ref, captured_minor, refunded_minor, card_brand, card_masked, created_at, updated_at)
      select 'A' || id || '_1', id, 1, case when n % 3 = 0 then 'paypal' else 'card' end,
        case when n % 3 = 0 then 'paypal' else 'payermax' end, case when n % 3 = 0 then 'wallet' else 'card' end, country, currency,
        total_minor, case state when 'waiting' then 'UNKNOWN' when 'failed' then 'FAILED' when 'timeout' then 'EXPIRED'
          else 'SUCCEEDED' end, case when state = 'failed' then reason end, 'T' || id,
        case when paid_at is not null then 'C' || id end, case when paid_at is not null then total_minor end,
        case when state = 'refunded' then total_minor else 0 end, case when n % 3 > 0 then 'VISA' end,
        case when n % 3 > 0 then '411111******' || lpad(${pick(10_000, 6)}::text, 4, '0') end, created_at, created_at
      from (select *, id::int8 as n from orders where id ~ '^[0-9]{20}$') as o`,
    `insert into card_ends (digits, at, attempt_id)
      select right(card_masked, 4), created_at, id from payment_attempts where card_masked is not null on conflict do nothing`,
    `insert into deliveries (id, order_id, state, is_not_given, reason, at, created_at)
      select 'd' || id, id, case when n % 200 = 0 then 'rejected' when n > ${count} - 200 and n % 2 = 0 then 'retrying'
          else 'delivered' end, n % 200 = 0, case when n > ${count} - 200 and n % 2 = 0 then 'mailbox_full' end, paid_at, paid_at
      from (select *, id::int8 as n from orders where id ~ '^[0-9]{20}$') as o where paid_at is not null`,
    `insert into outbox_mails (id, kind, order_id, project, server_id, next_attempt_at, give_up_at, created_at, ended_at)
      select id, 'purchase', order_id, 'miniflix', '112', at, at, at, case when state <> 'retrying' then at end from deliveries
      where id like 'd0%'`,
    `insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, created_at, updated_at)
      select 'R' || id || '_1', id, 'A' || id || '_1', total_minor, currency,
        case when state = 'refunded' then 'SUCCEEDED' when n % 3 = 0 then 'PENDING' else 'FAILED' end, 'operator', paid_at, paid_at
      from (select *, id::int8 as n from orders where id ~ '^[0-9]{20}$') as o
      where state = 'refunded' or state = 'success' and n % 2000 = 7`,
    `insert into disputes (provider, dispute_id, order_id, attempt_id, kind, state, stage, currency, claimed_minor, opened_at,
        updated_at, ended_at)
      select 'payermax', 'D' || id, id, 'A' || id || '_1', 'chargeback', case when n % 7 = 0 then 'open' else 'won' end, 's', currency,
        total_minor, paid_at, paid_at, case when n % 7 > 0 then paid_at end
      from (select *, id::int8 as n from orders where id ~ '^[0-9]{20}$') as o where paid_at is not null and n % 333 = 5`,
    `insert into sessions (token_hash, player_id, project, created_at, expires_at, seen_at)
      select sha256(id::text::bytea), id, project, seen_at, seen_at + interval '60 days', seen_at from players
      where cid like 'big%'`,
    `insert into rewards (id, player_id, project, server_id, event_id, kind, task_id, day, lang, mail, items, state, at, created_at)
      select 'w' || id, id, project, server_id, 'e', 'points', 't', current_date, 'en', '{}', '[]', 'delivered', seen_at, seen_at
      from players where cid like 'big%'`,
  ];
}
