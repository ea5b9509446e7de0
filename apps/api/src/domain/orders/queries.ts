import * as v from 'valibot';
import {
  ATTEMPT_STATES,
  DELIVERY_STATES,
  ORDER_REASONS,
  ORDER_STATES,
} from '@webpay/contract/order-states';
import { payMethod } from '../projects/queries.ts';
import { statement, type RowOf, type ValuesFor } from '../../platform/db/statement.ts';

const texts = v.record(v.string(), v.string());
const item = v.object({ item_id: v.string(), name: texts, count: v.number(), image: v.string() });

/** The recipient as it was when the order was made. */
export const recipient = v.object({
  pr_id: v.string(),
  server_id: v.string(),
  server_name: v.string(),
  cid: v.string(),
  name: v.string(),
  level: v.number(),
});
export type Recipient = v.InferOutput<typeof recipient>;

/** The goods as sold, whatever the catalogue says later. */
export const soldItem = v.object({
  kind: v.picklist(['topup', 'pack', 'card', 'bargain']),
  name: texts,
  image: v.string(),
  contents: v.array(item),
  bonus: v.nullable(v.omit(item, ['image'])),
  /** One piece is given twice: the character's first purchase of the good (docs/decisions/0050). */
  doubled: v.optional(v.literal(true)),
  /** The weekly card as sold (F10). */
  card: v.optional(
    v.object({
      card_id: v.string(),
      days: v.number(),
      boost_percent: v.number(),
      daily: v.array(item),
    }),
  ),
});
export type SoldItem = v.InferOutput<typeof soldItem>;

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

/** Inserts an order and its items, which are parallel arrays by line. */
export const orderRows = `purchase as (
      insert into orders (id, project, player_id, source, order_key, products_key, state, country,
        currency, total_minor, usd_minor, tax_thousandths, tax_minor, tax_name, lang, recipient, returns_to_payment, redirect_url, created_at, expires_at)
      values (:orderId, :project, :playerId, :source, :orderKey, :productsKey, 'open', :country, :currency, :totalMinor, :usdMinor, :taxThousandths, :taxMinor, :taxName, :lang, :recipient, :returnsToPayment, :redirectUrl, :createdAt, :expiresAt)
      returning *
    ), items as (
      insert into order_items (order_id, line, product_id, count, unit_minor, sold)
      select :orderId, line, product_id, count, unit_minor, sold
      from unnest(:productIds::text[], :counts::int4[], :unitMinors::int8[], :soldItems::jsonb[]) with ordinality
        as item (product_id, count, unit_minor, sold, line)
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
 * Counts limited products that a player bought or reserved, except in `exceptOrderId`.
 * `windowStarts`: the start of each product's window, in the order of `productIds`.
 */
export const goodsHeld = statement({
  name: 'orders.goods_held',
  text: `select w.product_id, coalesce(sum(i.count), 0)::int4 as held
    from unnest(:productIds::text[], :windowStarts::timestamptz[]) as w (product_id, since)
    join order_items i on i.product_id = w.product_id
    join orders o on o.id = i.order_id
    where o.player_id = :playerId and o.created_at >= w.since and o.id <> :exceptOrderId
      and (o.state in ('success', 'waiting') or (o.state = 'open' and o.expires_at > :now))
    group by w.product_id`,
  params: {
    playerId: 'int8',
    productIds: 'text[]',
    windowStarts: 'timestamptz[]',
    exceptOrderId: 'text',
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

/** Until an upgrade has numbered an older order, its id stands in. */
export const ORDER_NO = 'coalesce(o.order_no, o.id) as order_no';

const shownColumns = `o.id, ${ORDER_NO}, o.project, o.player_id, o.source, o.state, o.reason, o.currency, o.total_minor,
  o.recipient, o.created_at, o.expires_at,
  d.state as delivery_state, d.reason as delivery_reason, d.at as delivery_at,
  o.state = 'waiting' and exists (
    select from payment_attempts a
    where a.order_id = o.id and a.state = 'REQUIRES_ACTION' and a.pay_code is not null) as has_code,
  case when o.state = 'refunded' then
    (select max(e.at) from order_events e where e.order_id = o.id and e.to_state = 'refunded')
  end as refunded_at,
  case when o.state = 'success' then
    (select coalesce(sum(a.refunded_minor), 0)::int8 from payment_attempts a
      where a.order_id = o.id and a.state = 'SUCCEEDED' and not exists (
        select from refunds r where r.attempt_id = a.id and r.reason = 'double_payment'))
  else 0 end as part_back_minor,
  coalesce((select jsonb_agg(jsonb_build_object(
      'amount_minor', a.captured_minor, 'currency', a.currency,
      'back_at', case when a.refunded_minor + a.lost_minor >= a.captured_minor then
        (extract(epoch from coalesce(back.at, a.updated_at)) * 1000)::int8 end) order by a.n)
    from payment_attempts a
    cross join lateral (
      select max(r.updated_at) filter (where r.state = 'SUCCEEDED') as at,
        bool_or(r.reason = 'double_payment') as is_overpayment
      from refunds r where r.attempt_id = a.id) back
    where a.order_id = o.id and a.state = 'SUCCEEDED' and back.is_overpayment), '[]') as overpayments,
  (select jsonb_agg(jsonb_build_object(
      'product_id', i.product_id, 'count', i.count, 'unit_minor', i.unit_minor, 'sold', i.sold) order by i.line)
    from order_items i where i.order_id = o.id) as items`;

export const shownRow = v.object({
  id: v.string(),
  order_no: v.string(),
  project: v.string(),
  player_id: v.number(),
  source: v.picklist(['cart', 'direct', 'bargain', 'card', 'mall']),
  state: v.picklist(ORDER_STATES),
  reason: v.nullable(v.picklist(ORDER_REASONS)),
  currency: v.string(),
  total_minor: v.number(),
  recipient,
  created_at: v.date(),
  expires_at: v.date(),
  delivery_state: v.nullable(v.picklist(DELIVERY_STATES)),
  delivery_reason: v.nullable(v.picklist(['mailbox_full', 'maintenance', 'error'])),
  delivery_at: v.nullable(v.date()),
  /** Its player pays with a code, in a shop or at a bank. */
  has_code: v.boolean(),
  refunded_at: v.nullable(v.date()),
  /** Minor units of the order's own payment that went back, without overpayments. */
  part_back_minor: v.number(),
  /** Overpayments and late payments; `back_at`: ms when all of it had gone back, else null. */
  overpayments: v.array(
    v.object({ amount_minor: v.number(), currency: v.string(), back_at: v.nullable(v.number()) }),
  ),
  items: v.array(
    v.object({ product_id: v.string(), count: v.number(), unit_minor: v.number(), sold: soldItem }),
  ),
});
export type ShownOrder = v.InferOutput<typeof shownRow>;

export const viewColumns = `${shownColumns}, o.order_key,
      case when o.state = 'waiting' then (
        select jsonb_build_object('url', a.action_url, 'code', a.pay_code, 'pay_id', a.pay_id, 'method', a.method,
          'at', (extract(epoch from a.submitted_at) * 1000)::int8) from payment_attempts a
        where a.order_id = o.id and a.state = 'REQUIRES_ACTION' and num_nonnulls(a.action_url, a.pay_code) > 0) end as action,
      case when o.state = 'failed' then (
        select jsonb_build_object('pay_id', a.pay_id, 'state', a.state)
        from payment_attempts a where a.order_id = o.id order by a.n desc limit 1) end as failed,
      (select max(a.requested_at) from payment_attempts a
        where a.order_id = o.id and (a.state = 'EXPIRED' or a.failure = 'cancelled')) as given_up_after,
      exists (select from outbox_mails m where m.id = d.id and num_nonnulls(m.ended_at) = 0
        and m.parked_at is not null) as is_parked`;
export const viewRow = v.object({
  ...shownRow.entries,
  order_key: v.nullable(v.string()),
  /** The address where the live attempt waits for its player, or the code that pays it. */
  action: v.nullable(
    v.object({
      url: v.nullable(v.string()),
      code: v.nullable(v.string()),
      pay_id: v.string(),
      method: payMethod,
      /** When the attempt was submitted, in ms; null: it never was. */
      at: v.nullable(v.number()),
    }),
  ),
  /** The last attempt of a failed order. */
  failed: v.nullable(v.object({ pay_id: v.string(), state: v.picklist(ATTEMPT_STATES) })),
  /** Real time of the last request of an abandoned attempt: its money may still come. */
  given_up_after: v.nullable(v.date()),
  /** The game never answered: a person decides about the goods. */
  is_parked: v.boolean(),
});

export const orderForView = statement({
  name: 'orders.for_view',
  text: `select ${viewColumns}
    from orders o left join deliveries d on d.order_id = o.id
    where o.id = :orderId`,
  params: { orderId: 'text' },
  row: viewRow,
});
export type OrderForView = RowOf<typeof orderForView>;

/** The position of one of the player's orders in the list. */
export const listPosition = statement({
  name: 'orders.list_position',
  text: `select created_at from orders where id = :orderId and player_id = :playerId`,
  params: { orderId: 'text', playerId: 'int8' },
  row: v.object({ created_at: v.date() }),
});

/**
 * Orders with a tried payment, newest first, before `beforeAt` and, at that very time, before `beforeId`.
 * `is_tried` is kept by triggers of the attempts; null: an upgrade has not looked at the order yet.
 */
export const ordersOfPlayer = statement({
  name: 'orders.of_player',
  text: `select ${shownColumns}
    from orders o left join deliveries d on d.order_id = o.id
    where o.player_id = :playerId and o.is_tried is not false
      and (o.created_at, o.id) < (coalesce(:beforeAt, 'infinity'::timestamptz), coalesce(:beforeId, ''))
    order by o.created_at desc, o.id desc
    limit :limit`,
  params: { playerId: 'int8', beforeAt: 'timestamptz?', beforeId: 'text?', limit: 'int8' },
  row: shownRow,
});

/** JSON of an attempt `a` that a player may see. */
const PAYMENT = `'attempt_id', a.id, 'pay_id', a.pay_id, 'card_brand', a.card_brand, 'card_masked', a.card_masked,
        'reference', coalesce(a.capture_ref, a.gateway_ref)`;

const payment = v.object({
  attempt_id: v.string(),
  pay_id: v.string(),
  card_brand: v.nullable(v.string()),
  card_masked: v.nullable(v.string()),
  reference: v.nullable(v.string()),
});
export type Payment = v.InferOutput<typeof payment>;

/** A player's order with its payment; an overpayment only when nothing else was paid. */
export const proofOfOrder = statement({
  name: 'orders.proof',
  text: `select o.id, ${ORDER_NO}, o.state, o.reason, o.country, o.currency, o.total_minor, o.paid_at,
      a.tax_thousandths, a.tax_minor, a.tax_name,
      case when a.id is not null then jsonb_build_object(${PAYMENT}) end as payment
    from orders o
    left join lateral (
      select * from payment_attempts p
      where p.order_id = o.id and p.state = 'SUCCEEDED'
      order by exists (select from refunds r where r.attempt_id = p.id and r.reason = 'double_payment'), p.n
      limit 1
    ) a on true
    where o.id = :orderId and o.player_id = :playerId`,
  params: { orderId: 'text', playerId: 'int8' },
  row: v.object({
    id: v.string(),
    order_no: v.string(),
    state: shownRow.entries.state,
    reason: shownRow.entries.reason,
    country: v.string(),
    currency: v.string(),
    total_minor: v.number(),
    paid_at: v.nullable(v.date()),
    /** The payment's tax, in thousandths of a percent and minor units; null: an older release kept none. */
    tax_thousandths: v.nullable(v.number()),
    tax_minor: v.nullable(v.number()),
    tax_name: v.nullable(texts),
    payment: v.nullable(payment),
  }),
});
export type ProofOfOrder = RowOf<typeof proofOfOrder>;

export const eventsOfOrder = statement({
  name: 'orders.events',
  text: `select e.at, e.event, e.to_state, e.detail ->> 'why' as why,
      coalesce(e.detail ->> 'failure', a.failure) as failure,
      case when a.state = 'SUCCEEDED' and e.to_state = 'SUCCEEDED' then jsonb_build_object(${PAYMENT},
        'amount_minor', a.captured_minor, 'currency', a.currency) end as payment
    from order_events e left join payment_attempts a on a.id = e.attempt_id
    where e.order_id = :orderId order by e.id`,
  params: { orderId: 'text' },
  row: v.object({
    at: v.date(),
    event: v.string(),
    to_state: v.nullable(v.string()),
    why: v.nullable(v.string()),
    failure: v.nullable(v.picklist(['declined', 'insufficient_balance', 'cancelled', 'error'])),
    payment: v.nullable(
      v.object({ ...payment.entries, amount_minor: v.number(), currency: v.string() }),
    ),
  }),
});
export type OrderEvent = RowOf<typeof eventsOfOrder>;
