/** A rule, and the query that finds its violations as `what`. */
export type Rule = readonly [rule: string, finds: string];

/** Rules that hold at every moment. */
export const ALWAYS: readonly Rule[] = [
  [
    'the ledger sums to zero in every currency',
    `select currency || ' ' || sum(signed_minor) as what from ledger_lines group by currency having sum(signed_minor) <> 0`,
  ],
  ['the ledger is sound', `select what || ' ' || currency as what from ledger_discrepancies()`],
  [
    'no two transactions met in a deadlock',
    `select deadlocks || ' deadlocks' as what from pg_stat_database
      where datname = current_database() and deadlocks > 0`,
  ],
  [
    'money that bought nothing is marked, and no other',
    `select a.id as what from payment_attempts a where a.is_unearned <> (
      exists (select from refunds r where r.attempt_id = a.id and r.reason = 'double_payment')
      or a.state = 'SUCCEEDED' and exists (
        select from deliveries d where d.order_id = a.order_id and d.state in ('rejected', 'cancelled')))`,
  ],
  [
    'a kept tax is the part of its total, at its rate',
    `select o.id as what from orders o where o.tax_minor <> div(
      o.total_minor::numeric * o.tax_thousandths * 2 + 100000 + o.tax_thousandths, (100000 + o.tax_thousandths) * 2)`,
  ],
  [
    'no goods without money',
    `select d.order_id as what from deliveries d where not exists (
      select from payment_attempts a where a.order_id = d.order_id and a.state = 'SUCCEEDED' and a.captured_minor = a.amount_minor)`,
  ],
  [
    'an order costs the sum of its items',
    `select o.id as what from orders o where total_minor <> (
      select sum(i.count * i.unit_minor) from order_items i where i.order_id = o.id)`,
  ],
  [
    'a paid attempt has its order’s total, in the same currency',
    `select a.id as what from payment_attempts a join orders o on o.id = a.order_id
      where a.state = 'SUCCEEDED' and a.currency = o.currency and a.amount_minor <> o.total_minor`,
  ],
  [
    'a product limited per account is not paid for more often',
    `select o.player_id || ' ' || i.product_id as what from orders o
      join order_items i on i.order_id = o.id
      join products g on g.project = o.project and g.product_id = i.product_id
      where g.limit_period = 'once' and o.state = 'success'
      group by o.player_id, i.product_id, g.limit_max having sum(i.count) > g.limit_max`,
  ],
  [
    'a first purchase is doubled once a character',
    `select o.player_id || ' ' || i.product_id as what from orders o join order_items i on i.order_id = o.id
      where i.sold ? 'doubled' and o.paid_at is not null and o.state in ('success', 'refunded')
      group by o.player_id, i.product_id having count(*) > 1`,
  ],
  [
    'a paid double is used up by its order',
    `select o.id || ' ' || i.product_id as what from orders o join order_items i on i.order_id = o.id
      where i.sold ? 'doubled' and o.paid_at is not null and not exists (
        select from first_purchases f where f.order_id = o.id and f.product_id = i.product_id)`,
  ],
  [
    'a cart holds at most ten pieces',
    `select t.player_id || ': ' || sum(t.count) as what from cart_items t
      where t.seen_state = 'ok' group by t.player_id having sum(t.count) > 10`,
  ],
  [
    'a coupon follows an expired one',
    `select b.player_id::text as what from bargain_coupons a
      join bargain_coupons b on b.player_id = a.player_id and b.event_id = a.event_id and b.n = a.n + 1
      where b.issued_at < a.expires_at`,
  ],
  [
    'a card’s daily reward belongs to a paid card',
    `select r.id as what from rewards r where r.kind = 'card' and not exists (
      select from card_purchases c join orders o on o.id = c.order_id
      where c.player_id = r.player_id and o.paid_at is not null)`,
  ],
  [
    'a top-up reward belongs to a player who topped up',
    `select r.id as what from rewards r where r.kind in ('points', 'days', 'daily') and r.items <> '[]' and not exists (
      select from orders o where o.player_id = r.player_id and o.paid_at is not null)`,
  ],
  [
    'a resolution request is about its author’s order',
    `select q.id as what from resolution_requests q join orders o on o.id = q.order_id where o.player_id <> q.player_id`,
  ],
  [
    'a session belongs to its player’s project',
    `select s.project as what from sessions s join players p on p.id = s.player_id where p.project <> s.project`,
  ],
];

/** Tables of `$1`, the external facts; `paid`: each capture with its attempt and order. */
export const OUTSIDE = `with captures as (
    select * from jsonb_to_recordset($1::jsonb -> 'captures') as t(provider text, attempt text, minor int8, currency text)),
  refunds_made as (
    select * from jsonb_to_recordset($1::jsonb -> 'refunds')
      as t(provider text, refund text, attempt text, minor int8, currency text)),
  mails as (
    select delivery, count(*) as n from jsonb_to_recordset($1::jsonb -> 'mails') as t(delivery text) group by delivery),
  paid as (
    select *, case
      when lost_minor > 0 then case when lost_minor + returned = amount_minor then 'lost' end
      when is_given then case when returned = 0 then 'delivered' end
      when returned = amount_minor then 'refunded' end as ends
    from (
      select a.*, c.minor as taken, c.currency as taken_currency, o.state as order_state, s.is_surplus,
        not s.is_surplus and exists (
          select from deliveries d join mails m on m.delivery = d.id::text where d.order_id = o.id) as is_given,
        coalesce((select sum(r.minor) from refunds_made r where r.attempt = a.id), 0) as returned
      from captures c join payment_attempts a on a.id = c.attempt join orders o on o.id = a.order_id
      cross join lateral (select exists (
        select from refunds r where r.attempt_id = a.id and r.reason = 'double_payment') as is_surplus) s
      where a.state = 'SUCCEEDED') p),
  moved as (
    select provider, currency, 'capture' as kind, sum(minor) as minor from captures group by 1, 2
    union all select provider, currency, 'refund_done', sum(minor) from refunds_made group by 1, 2
    union all select provider, currency, 'chargeback_lost', sum(lost_minor) from payment_attempts
      where lost_minor > 0 group by 1, 2)
  `;

/** Rules that hold once all work has ended. */
export const AT_THE_END: readonly Rule[] = [
  [
    'a capture belongs to a paid attempt',
    `select c.attempt || ' is ' || coalesce(a.state, 'unknown') as what
      from captures c left join payment_attempts a on a.id = c.attempt where a.state is distinct from 'SUCCEEDED'`,
  ],
  [
    'a capture has its attempt’s amount',
    `select id || ' ' || taken || ' ' || taken_currency as what from paid
      where taken <> amount_minor or taken_currency <> currency`,
  ],
  [
    'a paid attempt was captured',
    `select id as what from payment_attempts a where state = 'SUCCEEDED' and not exists (
      select from captures c where c.attempt = a.id)`,
  ],
  [
    'a capture ends once: delivered, refunded or lost',
    `select concat_ws(' ', id, amount_minor, 'captured', returned, 'refunded', lost_minor, 'lost, given', is_given) as what
      from paid where ends is null`,
  ],
  [
    'an order succeeded if its goods were given',
    `select order_id || ' is ' || order_state || ', given ' || is_given as what from paid
      where is_given <> (order_state = 'success') and lost_minor = 0 and not is_surplus`,
  ],
  ['a mail is given once', `select delivery || ': ' || n as what from mails where n > 1`],
  [
    'a mail belongs to an order',
    `select delivery as what from mails m where not exists (select from deliveries d where d.id::text = m.delivery)`,
  ],
  [
    'a delivered order has its mail, unless it counts as given after silence',
    `select order_id as what from deliveries d where state = 'delivered' and not exists (
      select from mails m where m.delivery = d.id::text) and not exists (
      select from order_events e where e.order_id = d.order_id and e.event = 'delivery_presumed')`,
  ],
  [
    'each mail belongs to a known character',
    `select n || ' of ' || given as what from (
      select coalesce(sum(n), 0) as n, ($1::jsonb ->> 'mails_given')::int8 as given from mails) t where n <> given`,
  ],
  [
    'a refund paid by a gateway succeeded here, with its amount and attempt',
    `select coalesce(r.refund, '?') || ' is ' || coalesce(f.state, 'unknown') as what
      from refunds_made r left join refunds f on f.id = r.refund
      where (f.state, f.amount_minor, f.attempt_id) is distinct from ('SUCCEEDED', r.minor, r.attempt)`,
  ],
  [
    'a refund that succeeded was paid by its gateway',
    `select id as what from refunds f where state = 'SUCCEEDED' and not exists (
      select from refunds_made r where r.refund = f.id)`,
  ],
  [
    'the ledger equals the gateways’ statements',
    `select concat_ws(' ', provider, currency, kind, coalesce(m.minor, 0), 'there,', coalesce(l.minor, 0), 'here') as what
      from moved m full join (
        select case kind when 'external_refund' then 'refund_done' else kind end as kind, provider, currency,
          sum(amount_minor) as minor
        from ledger_entries where kind in ('capture', 'refund_done', 'external_refund', 'chargeback_lost') group by 1, 2, 3
      ) l using (provider, currency, kind)
      where coalesce(m.minor, 0) <> coalesce(l.minor, 0)`,
  ],
  [
    'no account of money in transit stays open',
    `select account || ' ' || currency || ' ' || sum(signed_minor) as what from ledger_lines
      where account in ('owed_to_players', 'refunds_owed', 'quarantine')
      group by account, currency having sum(signed_minor) <> 0`,
  ],
  [
    'no row is stuck',
    `select what from (
      select 'attempt ' || id as what from payment_attempts
        where state in ('CREATED', 'REQUIRES_ACTION', 'SUBMITTING', 'PROCESSING', 'UNKNOWN')
      union all select 'order ' || id from orders where state in ('open', 'waiting')
      union all select 'message ' || id from gateway_inbox where applied_at is null
      union all select 'mail ' || id from outbox_mails where ended_at is null and held_since is null
      union all select 'refund ' || id from refunds where state not in ('SUCCEEDED', 'FAILED')
      union all select 'dispute ' || dispute_id from disputes where state = 'open') t`,
  ],
  [
    'quarantine is empty',
    `select concat_ws(' ', provider, reason, attempt_id) as what from quarantine
      where not $1::jsonb -> 'falsely_reported' ? coalesce(attempt_id, '')`,
  ],
];
