import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { productColumns } from '../projects/queries.ts';
import { sessionColumns, sessionParams, sessionRow, isActiveSession } from '../players/queries.ts';

export const selectGoods = `select p.product_id, p.kind, p.limit_max, p.limit_period, p.on_sale, p.data,
      own.amount_minor as price_minor, usd.amount_minor as usd_minor
    from products p
    left join prices own on own.project = p.project and own.product_id = p.product_id and own.currency = :currency
    left join prices usd on usd.project = p.project and usd.product_id = p.product_id and usd.currency = 'USD'
    where p.project = :project and p.product_id = any (:productIds::text[])`;
export const goodsParams = { project: 'text', productIds: 'text[]', currency: 'text' } as const;
export const goodsRow = v.object({
  ...productColumns,
  price_minor: v.nullable(v.number()),
  usd_minor: v.nullable(v.number()),
});

/** The goods of an order as sold now: prices in the order's currency and in USD. */
export const goodsForOrder = statement({
  name: 'catalog.goods_for_order',
  text: selectGoods,
  params: goodsParams,
  row: goodsRow,
});
export type GoodsRow = RowOf<typeof goodsForOrder>;

/** Start of each period's window at `now`, as limits.ts computes it. */
export const limitWindows = (now: string): string => `(values
  ('once', to_timestamp(0)), ('day', date_trunc('day', ${now}, 'UTC')),
  ('week', date_trunc('week', ${now}, 'UTC')), ('month', date_trunc('month', ${now}, 'UTC'))
) as w (period, since)`;

/** Sessions, and whether their player ordered anything or bought a card. */
export const goodsSessions = statement({
  name: 'catalog.shelf_sessions',
  text: `select ${sessionColumns}, p.has_orders,
      exists (select from card_purchases c where c.player_id = p.id) as has_cards
    from sessions s join players p on p.id = s.player_id
    where ${isActiveSession}`,
  params: sessionParams,
  row: v.object({ ...sessionRow.entries, has_orders: v.boolean(), has_cards: v.boolean() }),
});

/** Counts of limited goods a player holds (orders/queries.ts goodsHeld counts alike for buying). */
export const heldByPlayer = statement({
  name: 'catalog.held_by_player',
  text: `select i.product_id, sum(i.count)::int4 as held
    from orders o
    join order_items i on i.order_id = o.id
    join products g on g.project = o.project and g.product_id = i.product_id
    join ${limitWindows(':now::timestamptz')} on w.period = g.limit_period
    where o.player_id = :playerId and o.created_at >= w.since and o.state in ('success', 'waiting')
    group by i.product_id`,
  params: { playerId: 'int8', now: 'timestamptz' },
  row: v.object({ product_id: v.string(), held: v.number() }),
});

/** Goods whose double a player had, or is paying for (orders/first-queries.ts takenFirsts counts alike for buying). */
export const usedFirsts = statement({
  name: 'catalog.used_firsts',
  text: `select product_id from first_purchases where player_id = :playerId
    union
    select i.product_id from orders o join order_items i on i.order_id = o.id
    where o.player_id = :playerId and o.state = 'waiting' and i.sold ? 'doubled'`,
  params: { playerId: 'int8' },
  row: v.object({ product_id: v.string() }),
});

/** First product of the player's newest successful order, with the channel that paid it. */
export const lastPurchase = statement({
  name: 'catalog.last_purchase',
  text: `select i.product_id, a.pay_id
    from (
      select id from orders
      where player_id = :playerId and paid_at is not null and state = 'success'
      order by paid_at desc limit 1
    ) o
    join order_items i on i.order_id = o.id
    join payment_attempts a on a.order_id = o.id and a.state = 'SUCCEEDED'
    order by i.line, a.n limit 1`,
  params: { playerId: 'int8' },
  row: v.object({ product_id: v.string(), pay_id: v.string() }),
});
