import * as v from 'valibot';
import { ORDER_STATES } from '@webpay/contract/order-states';
import { statement, type ValuesFor } from '../../platform/db/statement.ts';

/**
 * Serialises all orders of one character. `no key` lets other transactions insert rows that reference the character.
 * Blocking them could deadlock: they may hold an order's lock that is needed next.
 */
export const lockPlayer = statement({
  name: 'orders.lock_player',
  text: `select flagged_at from players where id = :playerId for no key update`,
  params: { playerId: 'int8' },
  row: v.object({ flagged_at: v.nullable(v.date()) }),
});

/** `KeptTax` of project-data.ts. */
const TAX_PARAMS = { taxThousandths: 'int4', taxMinor: 'int8', taxName: 'jsonb?' } as const;

/** Inserts an order and its items, which are parallel arrays by line, and goods that were never sold so. Each sale sorts those alike. */
export const orderRows = `goods as (
      insert into sold_goods (id, sold)
      select distinct on (id) id, sold from unnest(:soldIds::text[], :soldGoods::jsonb[]) as good (id, sold)
      where not exists (select from sold_goods known where known.id = good.id) order by id
      on conflict (id) do nothing
    ), purchase as (
      insert into orders (id, project, player_id, source, order_key, products_key, state, country,
        currency, total_minor, usd_minor, tax_thousandths, tax_minor, tax_name, lang, recipient, returns_to_payment, redirect_url, created_at, expires_at)
      values (:orderId, :project, :playerId, :source, :orderKey, :productsKey, 'open', :country, :currency, :totalMinor, :usdMinor, :taxThousandths, :taxMinor, :taxName, :lang, :recipient, :returnsToPayment, :redirectUrl, :createdAt, :expiresAt)
      returning *
    ), items as (
      insert into order_items (order_id, line, product_id, count, unit_minor, sold, sold_id)
      select :orderId, line, product_id, count, unit_minor, sold, sold_id
      from unnest(:productIds::text[], :counts::int4[], :unitMinors::int8[], :soldItems::jsonb[], :soldIds::text[]) with ordinality
        as item (product_id, count, unit_minor, sold, sold_id, line)
    )`;
export const orderParams = {
  orderId: 'text',
  project: 'text',
  playerId: 'int8',
  source: 'text',
  orderKey: 'text?',
  productsKey: 'text',
  country: 'text',
  currency: 'text',
  totalMinor: 'int8',
  lang: 'text',
  recipient: 'jsonb',
  returnsToPayment: 'bool',
  redirectUrl: 'text',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
  productIds: 'text[]',
  counts: 'int4[]',
  unitMinors: 'int8[]',
  soldItems: 'jsonb[]',
  soldIds: 'text[]',
  soldGoods: 'jsonb[]',
  usdMinor: 'int8?',
  ...TAX_PARAMS,
} as const;

/** Inserts the order, its items and its event. */
export const insertOrder = statement({
  name: 'orders.insert',
  text: `with ${orderRows}
    insert into order_events (order_id, at, source, event, to_state, detail)
    values (:orderId, :createdAt, 'player', 'order_made', 'open', jsonb_build_object('total_minor', :totalMinor::int8, 'currency', :currency::text))`,
  params: orderParams,
});
export type OrderValues = ValuesFor<typeof insertOrder>;

/** Reprices an order for another country; only while it has no live attempt. */
export const repriceOrder = statement({
  name: 'orders.reprice',
  text: `with purchase as (
      update orders set country = :country, currency = :currency, total_minor = :totalMinor, usd_minor = :usdMinor,
        tax_thousandths = :taxThousandths, tax_minor = :taxMinor, tax_name = :taxName, state = 'open', reason = null
      where id = :orderId
    ), items as (
      update order_items i set unit_minor = n.unit_minor
      from unnest(:productIds::text[], :unitMinors::int8[]) as n (product_id, unit_minor)
      where i.order_id = :orderId and i.product_id = n.product_id
    )
    insert into order_events (order_id, at, source, event, from_state, to_state, detail)
    values (:orderId, :now, 'player', 'order_reopened', :fromState, 'open',
      jsonb_build_object('total_minor', :totalMinor::int8, 'currency', :currency::text, 'country', :country::text))`,
  params: {
    orderId: 'text',
    country: 'text',
    currency: 'text',
    totalMinor: 'int8',
    productIds: 'text[]',
    unitMinors: 'int8[]',
    now: 'timestamptz',
    fromState: 'text',
    usdMinor: 'int8?',
    ...TAX_PARAMS,
  },
});

/**
 * Counts limited products that a player bought or reserved, except in `exceptOrderIds`.
 * `windowStarts` and `windowEnds`: each product's window, in the order of `productIds`.
 */
export const goodsHeld = statement({
  name: 'orders.goods_held',
  text: `select w.product_id, coalesce(sum(i.count), 0)::int4 as held
    from unnest(:productIds::text[], :windowStarts::timestamptz[], :windowEnds::timestamptz[]) as w (product_id, since, until)
    join order_items i on i.product_id = w.product_id
    join orders o on o.id = i.order_id
    where o.player_id = :playerId and o.created_at >= w.since and o.created_at < w.until and o.id <> all (:exceptOrderIds::text[])
      and (o.state in ('success', 'waiting') or (o.state = 'open' and o.expires_at > :now))
    group by w.product_id`,
  params: {
    playerId: 'int8',
    productIds: 'text[]',
    windowStarts: 'timestamptz[]',
    windowEnds: 'timestamptz[]',
    exceptOrderIds: 'text[]',
    now: 'timestamptz',
  },
  row: v.object({ product_id: v.string(), held: v.number() }),
});

/** Limited products of an order, with their current limits. */
export const limitedItems = statement({
  name: 'orders.limited_items',
  text: `select i.product_id, i.count, p.limit_max, p.limit_period, o.created_at
    from orders o
    join order_items i on i.order_id = o.id
    join products p on p.project = o.project and p.product_id = i.product_id
    where o.id = :orderId and p.limit_max is not null`,
  params: { orderId: 'text' },
  row: v.object({
    product_id: v.string(),
    count: v.number(),
    limit_max: v.nullable(v.number()),
    limit_period: v.nullable(v.picklist(['once', 'day', 'week', 'month'])),
    created_at: v.date(),
  }),
});

/** The player's open orders that reserve one of these products. */
export const openReservations = statement({
  name: 'orders.open_reservations',
  text: `select distinct o.id from orders o join order_items i on i.order_id = o.id
    where o.player_id = :playerId and o.state = 'open' and o.id <> :exceptOrderId and i.product_id = any (:productIds::text[])`,
  params: { playerId: 'int8', exceptOrderId: 'text', productIds: 'text[]' },
  row: v.object({ id: v.string() }),
});

/**
 * Whether another cart order took goods of this one: it was submitted after this one was made, and has not failed.
 * The cart also lacks the goods now. A missing line alone proves nothing, because players remove lines, too.
 */
export const boughtElsewhere = statement({
  name: 'orders.bought_elsewhere',
  text: `select exists (
      select from orders o
      join carts k on k.player_id = o.player_id
      join order_items i on i.order_id = o.id
      where o.id = :orderId and o.source = 'cart'
        and not exists (
          select from cart_items c
          where c.player_id = o.player_id and c.product_id = i.product_id and c.count >= i.count)
        and exists (
          select from orders p
          join order_items pi on pi.order_id = p.id and pi.product_id = i.product_id
          join payment_attempts a on a.order_id = p.id and a.submitted_at >= o.created_at
          where p.player_id = o.player_id and p.id <> o.id and p.source = 'cart'
            and p.state in ('waiting', 'success', 'refunded'))
    ) as bought`,
  params: { orderId: 'text' },
  row: v.object({ bought: v.boolean() }),
});

/** Whether this failed order gave way to a newer one that still holds its limited product, or the double of a good. */
export const gaveWay = statement({
  name: 'orders.gave_way',
  text: `with gone as (
      select o.project, o.player_id, o.id, e.id as event_id
      from orders o
      cross join lateral (
        select id, event from order_events
        where order_id = o.id
          and event in ('order_made', 'order_reopened', 'attempt_made', 'gave_way_to_newer_order')
        order by id desc limit 1) e
      where o.id = :orderId and o.state = 'failed' and e.event = 'gave_way_to_newer_order'
    )
    select count(*) > 0 as is_taken,
      coalesce(bool_or(n.state in ('open', 'waiting')), false) as may_come_back
    from gone
    join orders n on n.player_id = gone.player_id and n.id <> gone.id
      and (n.state in ('waiting', 'success', 'refunded') or (n.state = 'open' and n.expires_at > :now))
    where exists (
        select from order_items i
        join order_items ni on ni.order_id = n.id and ni.product_id = i.product_id
        join products p on p.project = gone.project and p.product_id = i.product_id
        where i.order_id = gone.id and (p.limit_max is not null or (i.sold ? 'doubled' and ni.sold ? 'doubled')))
      and exists (
        select from order_events e
        where e.order_id = n.id and e.id > gone.event_id
          and e.event in ('order_made', 'order_reopened', 'attempt_made'))`,
  params: { orderId: 'text', now: 'timestamptz' },
  row: v.object({ is_taken: v.boolean(), may_come_back: v.boolean() }),
});

export const lockOrder = statement({
  name: 'orders.lock',
  text: `select state, country, total_minor, expires_at from orders where id = :orderId for no key update`,
  params: { orderId: 'text' },
  row: v.object({
    state: v.picklist(ORDER_STATES),
    country: v.string(),
    total_minor: v.number(),
    expires_at: v.date(),
  }),
});

/** Reserves a refund R<order id>_<n> of a payment, with its event. */
export const insertRefund = statement({
  name: 'orders.insert_refund',
  text: `with refund as (
      insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, next_attempt_at, created_at,
        updated_at, replaces)
      values ('R' || :orderId || '_' || (select count(*) + 1 from refunds where order_id = :orderId),
        :orderId, :attemptId, :amountMinor, :currency, 'RESERVED', :reason, :nextAttemptAt, :now, :now, :insteadOf)
      returning id
    ), event as (
      insert into order_events (order_id, attempt_id, at, source, event, detail)
      select :orderId, :attemptId, :now, :source, 'refund_reserved',
        jsonb_build_object('refund', id, 'reason', :reason::text) || :detail::jsonb
      from refund
    )
    select id from refund`,
  params: {
    orderId: 'text',
    attemptId: 'text',
    amountMinor: 'int8',
    currency: 'text',
    reason: 'text',
    insteadOf: 'text?',
    source: 'text',
    nextAttemptAt: 'timestamptz',
    now: 'timestamptz',
    detail: 'jsonb',
  },
  row: v.object({ id: v.string() }),
});

/** Writes a locked order's transition without an attempt: expiry, cancellation, refund. */
export const transitionOrder = statement({
  name: 'orders.transition',
  text: `with purchase as (
      update orders set state = :toState, reason = :reason where id = :orderId
    )
    insert into order_events (order_id, at, source, event, from_state, to_state)
    select id, :now, :source, :event, state, :toState from orders where id = :orderId`,
  params: {
    orderId: 'text',
    toState: 'text',
    reason: 'text?',
    now: 'timestamptz',
    source: 'text',
    event: 'text',
  },
});
