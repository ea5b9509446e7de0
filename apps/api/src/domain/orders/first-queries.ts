import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { soldItem } from './columns.ts';

/** The lines of an order as made. */
export const linesOfOrder = statement({
  name: 'orders.lines',
  text: `select product_id, count, sold from order_items where order_id = :orderId order by line`,
  params: { orderId: 'text' },
  row: v.object({ product_id: v.string(), count: v.number(), sold: soldItem }),
});

/** Goods whose double the player had, or another of its orders may still pay for. */
export const takenFirsts = statement({
  name: 'orders.taken_firsts',
  text: `select w.product_id from unnest(:productIds::text[]) as w (product_id)
    where exists (
        select from first_purchases f
        where f.player_id = :playerId and f.product_id = w.product_id and f.order_id <> all (:exceptOrderIds::text[]))
      or exists (
        select from orders o join order_items i on i.order_id = o.id
        where o.player_id = :playerId and o.id <> all (:exceptOrderIds::text[])
          and i.product_id = w.product_id and i.sold ? 'doubled'
          and (o.state = 'waiting' or (o.state = 'open' and o.expires_at > :now)))`,
  params: { playerId: 'int8', productIds: 'text[]', exceptOrderIds: 'text[]', now: 'timestamptz' },
  row: v.object({ product_id: v.string() }),
});

/** The player's open orders that hold the double of one of these goods. */
export const openFirsts = statement({
  name: 'orders.open_firsts',
  text: `select distinct o.id from orders o join order_items i on i.order_id = o.id
    where o.player_id = :playerId and o.state = 'open' and o.id <> :exceptOrderId
      and i.product_id = any (:productIds::text[]) and i.sold ? 'doubled'`,
  params: { playerId: 'int8', exceptOrderId: 'text', productIds: 'text[]' },
  row: v.object({ id: v.string() }),
});
