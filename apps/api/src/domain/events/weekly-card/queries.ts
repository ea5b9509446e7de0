import * as v from 'valibot';
import { givenItem } from '../../projects/project-data.ts';
import { statement, type RowOf } from '../../../platform/db/statement.ts';

/** Stores the card of a paid order by the terms it was sold at; in the payment's transaction. */
export const insertCardPurchase = statement({
  name: 'cards.insert_purchase',
  text: `insert into card_purchases (order_id, player_id, product_id, card_id, bought_at, days, boost_percent, daily)
    select o.id, o.player_id, i.product_id, card.card_id, :boughtAt, card.days, card.boost_percent, card.daily
    from orders o
    join order_items i on i.order_id = o.id
    cross join lateral jsonb_to_record(i.sold -> 'card')
      as card (card_id text, days int4, boost_percent int4, daily jsonb)
    where o.id = :orderId and i.sold ? 'card'
    on conflict (order_id) do nothing`,
  params: { orderId: 'text', boughtAt: 'timestamptz' },
});

/** A player's cards in order of purchase, with the moment of a full refund. */
export const cardPurchases = statement({
  name: 'cards.purchases',
  text: `select c.card_id, c.product_id, c.bought_at, c.days, c.boost_percent, c.daily,
      case when o.state <> 'success' then coalesce(
        (select max(e.at) from order_events e where e.order_id = o.id and e.to_state = 'refunded'), c.bought_at)
      end as ended_at
    from card_purchases c join orders o on o.id = c.order_id
    where c.player_id = :playerId
    order by c.card_id, c.bought_at, c.order_id`,
  params: { playerId: 'int8' },
  row: v.object({
    card_id: v.string(),
    product_id: v.string(),
    bought_at: v.date(),
    ended_at: v.nullable(v.date()),
    days: v.number(),
    boost_percent: v.number(),
    daily: v.array(givenItem),
  }),
});
export type CardPurchase = RowOf<typeof cardPurchases>;

/** Days since `since` on which rewards of these cards were claimed. */
export const claimedDays = statement({
  name: 'cards.claimed_days',
  text: `select event_id, day from rewards
    where player_id = :playerId and event_id = any (:eventIds::text[]) and day >= :since
    order by day`,
  params: { playerId: 'int8', eventIds: 'text[]', since: 'date' },
  row: v.object({ event_id: v.string(), day: v.string() }),
});

/** Cards that a player is paying for, in an order other than `exceptOrderId`. */
export const cardsBeingPaid = statement({
  name: 'cards.being_paid',
  text: `select distinct i.product_id
    from orders o join order_items i on i.order_id = o.id
    where o.player_id = :playerId and o.source = 'card' and o.state = 'waiting' and o.id <> :exceptOrderId`,
  params: { playerId: 'int8', exceptOrderId: 'text' },
  row: v.object({ product_id: v.string() }),
});
