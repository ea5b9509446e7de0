import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { limitWindows } from '../catalog/queries.ts';
import { productColumns } from '../projects/queries.ts';

const seen = v.record(
  v.string(),
  v.object({
    /** null: the player was notified that it is no longer sold in this currency. */
    price: v.nullable(v.number()),
    /** A different price from when the player last set the count. */
    was: v.optional(v.number()),
  }),
);
export type Seen = v.InferOutput<typeof seen>;

/** Records that this player has a cart. */
export const touchCart = statement({
  name: 'cart.touch',
  text: `insert into carts (player_id, changed_at) values (:playerId, :changedAt)
    on conflict (player_id, project) do update set changed_at = :changedAt`,
  params: { playerId: 'int8', changedAt: 'timestamptz' },
});

/** A player's cart with each good as sold now in `currency`, and the count the player holds. */
export const cartLines = statement({
  name: 'cart.lines',
  text: `select c.product_id, c.count, c.seen, c.seen_state,
      p.kind, p.on_sale, p.limit_max, p.limit_period, p.data,
      own.amount_minor as price_minor, usd.amount_minor as usd_minor,
      exists (select from prices a
        where a.project = c.project and a.product_id = c.product_id) as has_prices,
      (select coalesce(sum(i.count), 0)::int4
        from ${limitWindows(':now::timestamptz')}
        join orders o on o.created_at >= w.since
        join order_items i on i.order_id = o.id
        where w.period = p.limit_period and o.player_id = c.player_id
          and o.state in ('success', 'waiting') and i.product_id = c.product_id) as held
    from cart_items c
    join products p on p.project = c.project and p.product_id = c.product_id
    left join prices own on own.project = c.project and own.product_id = c.product_id and own.currency = :currency
    left join prices usd on usd.project = c.project and usd.product_id = c.product_id and usd.currency = 'USD'
    where c.player_id = :playerId and c.count > 0
    order by c.added_at, c.product_id`,
  params: { playerId: 'int8', currency: 'text', now: 'timestamptz' },
  row: v.object({
    ...productColumns,
    count: v.number(),
    seen,
    seen_state: v.picklist(['ok', 'invalid', 'expired']),
    price_minor: v.nullable(v.number()),
    usd_minor: v.nullable(v.number()),
    has_prices: v.boolean(),
    held: v.number(),
  }),
});
export type CartLine = RowOf<typeof cartLines>;

/** Sets a good's count and the price the player sees; keeps its position. */
export const saveLine = statement({
  name: 'cart.save_line',
  text: `insert into cart_items (player_id, project, product_id, count, seen, seen_state, added_at)
    values (:playerId, :project, :productId, :count, :seen, 'ok', :addedAt)
    on conflict on constraint one_line_per_product do update
      set count = :count, seen = :seen, seen_state = 'ok'`,
  params: {
    playerId: 'int8',
    project: 'text',
    productId: 'text',
    count: 'int4',
    seen: 'jsonb',
    addedAt: 'timestamptz',
  },
});

/** Stores what the player is shown now; parallel arrays by line. */
export const rememberSeen = statement({
  name: 'cart.remember_seen',
  text: `update cart_items c set seen = n.seen, seen_state = n.seen_state
    from unnest(:productIds::text[], :seenPrices::jsonb[], :seenStates::text[]) as n (product_id, seen, seen_state)
    where c.player_id = :playerId and c.product_id = n.product_id`,
  params: { playerId: 'int8', productIds: 'text[]', seenPrices: 'jsonb[]', seenStates: 'text[]' },
});

export const dropLines = statement({
  name: 'cart.drop_lines',
  text: `delete from cart_items where player_id = :playerId and product_id = any (:productIds::text[])`,
  params: { playerId: 'int8', productIds: 'text[]' },
});

/** Counts of a cart by good; no row when the player never had one. */
export const cartCounts = statement({
  name: 'cart.counts',
  text: `select coalesce((
      select jsonb_object_agg(i.product_id, i.count) from cart_items i
      where i.player_id = c.player_id and i.count > 0), '{}') as counts
    from carts c where c.player_id = :playerId`,
  params: { playerId: 'int8' },
  row: v.object({ counts: v.record(v.string(), v.number()) }),
});

/** Locks the lines of an order in one order, before goods are taken or returned. */
export const lockLines = statement({
  name: 'cart.lock_lines',
  text: `select c.product_id from cart_items c join order_items i on i.product_id = c.product_id
    where i.order_id = :orderId and c.player_id = :playerId order by c.product_id for update of c`,
  params: { orderId: 'text', playerId: 'int8' },
  row: v.object({ product_id: v.string() }),
});

/** Takes an order's goods, as many as there are; an emptied line keeps its position. */
export const takeLines = statement({
  name: 'cart.take_lines',
  text: `with taken as (
      update order_items i set from_cart = least(c.count, i.count)
      from cart_items c
      where i.order_id = :orderId and c.player_id = :playerId and c.product_id = i.product_id
      returning i.product_id, i.from_cart
    )
    update cart_items c set count = c.count - t.from_cart
    from taken t where c.player_id = :playerId and c.product_id = t.product_id`,
  params: { orderId: 'text', playerId: 'int8' },
});

/** Returns what an order took; a line removed meanwhile is added again. */
export const giveLinesBack = statement({
  name: 'cart.give_lines_back',
  text: `insert into cart_items (player_id, project, product_id, count, seen, seen_state, added_at)
    select o.player_id, o.project, i.product_id, i.from_cart,
      jsonb_build_object(o.currency, jsonb_build_object('price', i.unit_minor)), 'ok', o.created_at
    from orders o join order_items i on i.order_id = o.id
    where o.id = :orderId and i.from_cart > 0
    order by i.product_id
    on conflict on constraint one_line_per_product do update
      set count = cart_items.count + excluded.count`,
  params: { orderId: 'text' },
});

export const clearTaken = statement({
  name: 'cart.forget_taken',
  text: `update order_items set from_cart = null where order_id = :orderId`,
  params: { orderId: 'text' },
});

/** Deletes lines that a paid order emptied. */
export const dropUsedUp = statement({
  name: 'cart.drop_used_up',
  text: `delete from cart_items c using order_items i
    where i.order_id = :orderId and c.player_id = :playerId and c.product_id = i.product_id and c.count = 0`,
  params: { orderId: 'text', playerId: 'int8' },
});
