import type pg from 'pg';

/** A rule of the shop, as a statement that finds what breaks it. */
type Rule = readonly [rule: string, finds: string];

const RULES: readonly Rule[] = [
  [
    'the books sum to zero in every currency',
    `select currency || ' ' || sum(signed_minor) as what from ledger_lines group by currency having sum(signed_minor) <> 0`,
  ],
  ['the books are sound', `select what || ' ' || currency as what from ledger_discrepancies()`],
  [
    'no goods without money',
    `select d.order_id as what from deliveries d where not exists (
      select from payment_attempts a where a.order_id = d.order_id and a.state = 'SUCCEEDED' and a.captured_minor = a.amount_minor)`,
  ],
  [
    'an order costs what its goods cost',
    `select o.id as what from orders o where total_minor <> (
      select sum(i.count * i.unit_minor) from order_items i where i.order_id = o.id)`,
  ],
  [
    'an attempt is of its order’s total, while it is in the same money',
    `select a.id as what from payment_attempts a join orders o on o.id = a.order_id
      where a.state = 'SUCCEEDED' and a.currency = o.currency and a.amount_minor <> o.total_minor`,
  ],
  [
    'no good is paid for more often than once an account allows',
    `select o.player_id || ' ' || i.product_id as what from orders o
      join order_items i on i.order_id = o.id
      join products g on g.project = o.project and g.product_id = i.product_id
      where g.limit_period = 'once' and o.state = 'success'
      group by o.player_id, i.product_id, g.limit_max having sum(i.count) > g.limit_max`,
  ],
  [
    'no cart is over its project’s limit of pieces',
    `select t.player_id || ': ' || sum(t.count) as what from cart_items t
      where t.seen_state = 'ok' group by t.player_id having sum(t.count) > 10`,
  ],
  [
    'a coupon follows another only when that has expired',
    `select b.player_id::text as what from bargain_coupons a
      join bargain_coupons b on b.player_id = a.player_id and b.event_id = a.event_id and b.n = a.n + 1
      where b.issued_at < a.expires_at`,
  ],
  [
    'a card’s daily reward belongs to a card that was paid',
    `select r.id as what from rewards r where r.kind = 'card' and not exists (
      select from card_purchases c join orders o on o.id = c.order_id
      where c.player_id = r.player_id and o.paid_at is not null)`,
  ],
  [
    'a reward for topping up belongs to somebody who topped up',
    `select r.id as what from rewards r where r.kind in ('points', 'days', 'daily') and r.items <> '[]' and not exists (
      select from orders o where o.player_id = r.player_id and o.paid_at is not null)`,
  ],
  [
    'a request is about its author’s own order',
    `select q.id as what from resolution_requests q join orders o on o.id = q.order_id where o.player_id <> q.player_id`,
  ],
  [
    'a session is of its player’s project',
    `select s.project as what from sessions s join players p on p.id = s.player_id where p.project <> s.project`,
  ],
];

/** Every rule that does not hold, and what breaks it. */
export async function brokenRules(pool: pg.Pool): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, finds] of RULES) {
    const { rows } = await pool.query<{ what: string }>(finds);
    broken.push(...rows.slice(0, 5).map(({ what }) => `broken: ${rule} (${what})`));
  }
  return broken;
}
