import { DELIVERY_STATES, ORDER_STATES } from '@webpay/contract/order-states';
import * as v from 'valibot';
import { statement, type RowOf } from '../../db/statement.ts';
import { soldItem } from '../orders/sql.ts';

/** The delivery of a paid order, with the job that rings for it, in the payment's own transaction. */
export const insertDelivery = statement({
  name: 'deliveries.insert',
  text: `with delivery as (
      insert into deliveries (id, order_id, state, next_try_at, give_up_at, at, created_at)
      values ($1, $2, 'queued', $3, $4, $5, $5)
      on conflict on constraint one_delivery_per_order do nothing
      returning id, project
    )
    select (graphile_worker.add_job('deliver', json_build_object('deliveryId', id, 'project', project))).id as job_id
    from delivery`,
  params: ['text', 'text', 'timestamptz', 'timestamptz', 'timestamptz'],
  row: v.object({ job_id: v.union([v.number(), v.string()]) }),
});

/**
 * Takes a lease of 15 s on one delivery (longer than the game's own 10 s) and reads what its mail
 * needs; null when it is done, not yet due, held, of money that went back, or in another's hands. A lease that runs out leaves the row due again: the mail's key makes a
 * second sending harmless.
 */
export const takeDelivery = statement({
  name: 'deliveries.take',
  text: `with taken as (
      update deliveries set lease_until = $2::timestamptz + interval '15 seconds', tries = tries + 1
      where id = $1 and state in ('queued', 'retrying') and next_try_at <= $2 and held_since is null
        and (lease_until is null or lease_until <= $2)
        and exists (select from orders where orders.id = order_id and orders.state = 'success')
      returning id, order_id, state, tries, give_up_at
    )
    select t.id, t.order_id, t.state, t.tries, t.give_up_at, o.project, o.lang, o.recipient, o.paid_at,
      (select count(*)::int4 from order_events e
        where e.order_id = t.order_id and e.event = 'mail_retrying') as refused,
      (select jsonb_agg(jsonb_build_object('count', i.count, 'sold', i.sold) order by i.line)
        from order_items i where i.order_id = o.id) as items
    from taken t join orders o on o.id = t.order_id`,
  params: ['text', 'timestamptz'],
  row: v.object({
    id: v.string(),
    order_id: v.string(),
    state: v.picklist(['queued', 'retrying']),
    tries: v.number(),
    // Tries the game did not take; one whose worker died before it heard an answer is none of them.
    refused: v.number(),
    give_up_at: v.date(),
    project: v.string(),
    lang: v.string(),
    recipient: v.object({ server_id: v.string(), cid: v.string(), name: v.string() }),
    paid_at: v.nullable(v.date()),
    items: v.array(v.object({ count: v.number(), sold: soldItem })),
  }),
});
export type DeliveryToSend = RowOf<typeof takeDelivery>;

/** Records the end of a try; only the try that holds the row (same count) may write. */
export const recordTry = statement({
  name: 'deliveries.record_try',
  text: `with delivery as (
      update deliveries set state = $3, reason = $4, next_try_at = $5, lease_until = null, mail_id = $6, at = $7
      where id = $1 and tries = $2 and state in ('queued', 'retrying')
      returning order_id
    )
    insert into order_events (order_id, at, source, event, from_state, to_state, detail)
    select order_id, $7, 'game', $8, $9, $3, $10 from delivery
    returning order_id`,
  params: [
    'text',
    'int4',
    'text',
    'text?',
    'timestamptz',
    'text?',
    'timestamptz',
    'text',
    'text',
    'jsonb',
  ],
  row: v.object({ order_id: v.string() }),
});

/** The games' servers that mails wait for: one step of the index a server, however many wait there. */
export const waitingPlaces = statement({
  name: 'deliveries.waiting_places',
  text: `with recursive places as (
      (select project, server_id from deliveries
        where state in ('queued', 'retrying') and held_since is null
        order by project, server_id limit 1)
      union all
      select next.project, next.server_id from places cross join lateral (
        select d.project, d.server_id from deliveries d
        where d.state in ('queued', 'retrying') and d.held_since is null
          and (d.project, d.server_id) > (places.project, places.server_id)
        order by d.project, d.server_id limit 1) next
    )
    select project, server_id from places`,
  row: v.object({ project: v.string(), server_id: v.string() }),
});

/** Mails that are due, so many ($4) of each server ($2, $3), oldest first: nobody stands behind another server's. */
export const dueDeliveries = statement({
  name: 'deliveries.due',
  text: `select due.id, place.project
    from unnest($2::text[], $3::text[], $4::int4[]) as place (project, server_id, room)
    cross join lateral (
      select d.id from deliveries d
      where d.project = place.project and d.server_id = place.server_id
        and d.state in ('queued', 'retrying') and d.held_since is null
        and d.next_try_at <= $1 and (d.lease_until is null or d.lease_until <= $1)
      order by d.next_try_at limit place.room) due`,
  params: ['timestamptz', 'text[]', 'text[]', 'int4[]'],
  row: v.object({ id: v.string(), project: v.string() }),
});

/** Mails whose seven days are over, of whatever game: one that takes none must not keep the money. */
export const overdueDeliveries = statement({
  name: 'deliveries.overdue',
  text: `select id, project from deliveries
    where state in ('queued', 'retrying') and held_since is null and give_up_at <= $1 and next_try_at <= $1
    order by give_up_at limit $2`,
  params: ['timestamptz', 'int8'],
  row: v.object({ id: v.string(), project: v.string() }),
});

/** The payment that bought an order's goods: not one that came too much and goes back anyway. */
export const paidAttempt = statement({
  name: 'deliveries.paid_attempt',
  text: `select id, captured_minor, currency from payment_attempts a
    where order_id = $1 and state = 'SUCCEEDED' and not exists (
      select from refunds r where r.attempt_id = a.id and r.reason = 'double_payment')
    order by n limit 1`,
  params: ['text'],
  row: v.object({ id: v.string(), captured_minor: v.nullable(v.number()), currency: v.string() }),
});

/** Reserves what is left of an order's payment when the game refuses its mail for good. */
export const reserveUndeliverable = statement({
  name: 'deliveries.reserve_undeliverable',
  text: `with refund as (
      insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, next_try_at, created_at, updated_at)
      select 'R' || $1 || '_' || (select count(*) + 1 from refunds where order_id = $1), $1, a.id,
        a.captured_minor - a.reserved_minor - a.refunded_minor - a.lost_minor, a.currency,
        'RESERVED', 'not_deliverable', $3, $4, $4
      from payment_attempts a
      where a.id = $2 and a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor
      returning id
    )
    insert into order_events (order_id, attempt_id, at, source, event, detail)
    select $1, $2, $4, 'worker', 'refund_reserved', jsonb_build_object('refund', id, 'reason', 'not_deliverable')
    from refund`,
  params: ['text', 'text', 'timestamptz', 'timestamptz'],
});

/** How far the goods of an order are, for whoever decides about its money. */
export const deliveryOfOrder = statement({
  name: 'deliveries.of_order',
  text: `select state, reason, lease_until, tries, held_since from deliveries where order_id = $1`,
  params: ['text'],
  row: v.object({
    state: v.picklist(DELIVERY_STATES),
    reason: v.nullable(v.string()),
    lease_until: v.nullable(v.date()),
    tries: v.number(),
    held_since: v.nullable(v.date()),
  }),
});

/** The order's state under its lock: what it is when a try that takes seconds comes back. */
export const orderStateForUpdate = statement({
  name: 'deliveries.order_state',
  text: `select state from orders where id = $1 for update`,
  params: ['text'],
  row: v.object({ state: v.picklist(ORDER_STATES) }),
});
