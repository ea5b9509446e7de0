import { DELIVERY_STATES } from '@webpay/contract/order-states';
import * as v from 'valibot';
import { statement } from '../../db/statement.ts';
import { recipient, soldItem } from '../orders/sql.ts';

export const redeliveriesOfOrder = statement({
  name: 'resolutions.redeliveries_of_order',
  text: `select id, state, reason, recipient, lease_until, held_since, at
    from redeliveries where order_id = $1 order by created_at`,
  params: ['text'],
  row: v.object({
    id: v.string(),
    state: v.picklist(DELIVERY_STATES),
    reason: v.nullable(v.string()),
    recipient,
    lease_until: v.nullable(v.date()),
    held_since: v.nullable(v.date()),
    at: v.date(),
  }),
});

/** The same goods once more, with the job that rings; none while another one stands. */
export const insertRedelivery = statement({
  name: 'resolutions.insert_redelivery',
  text: `with made as (
      insert into redeliveries (id, request_id, order_id, recipient, state, next_try_at, give_up_at, at, created_at)
      values ($1, $2, $3, $4, 'queued', $5, $6, $7, $7)
      on conflict (order_id) where state <> 'rejected' do nothing
      returning id, project
    )
    select (graphile_worker.add_job('redeliver', json_build_object('redeliveryId', id, 'project', project))).id as job_id
    from made`,
  params: ['text', 'text', 'text', 'jsonb', 'timestamptz', 'timestamptz', 'timestamptz'],
  row: v.object({ job_id: v.union([v.number(), v.string()]) }),
});

/** As deliveries.take, of a second delivery: its own recipient, the order's goods, its own key. */
export const takeRedelivery = statement({
  name: 'resolutions.take_redelivery',
  text: `with taken as (
      update redeliveries r set lease_until = $2::timestamptz + interval '15 seconds', tries = tries + 1
      where r.id = $1 and r.state in ('queued', 'retrying') and r.next_try_at <= $2 and r.held_since is null
        and (r.lease_until is null or r.lease_until <= $2)
        and exists (select from orders o where o.id = r.order_id and o.state = 'success')
      returning r.id, r.order_id, r.state, r.tries, r.refused, r.give_up_at, r.recipient
    )
    select t.id, t.order_id, t.state, t.tries, t.refused, t.give_up_at, o.project, o.lang, t.recipient,
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
    items: v.array(v.object({ count: v.number(), sold: soldItem })),
  }),
});

/** Records the end of a try; only the try that holds the row (same count) may write. */
export const recordRedelivery = statement({
  name: 'resolutions.record_redelivery',
  text: `with redelivery as (
      update redeliveries set state = $3, reason = $4, next_try_at = $5, lease_until = null, mail_id = $6, at = $7,
        refused = refused + case when $3 = 'retrying' then 1 else 0 end
      where id = $1 and tries = $2 and state in ('queued', 'retrying')
      returning order_id
    )
    insert into order_events (order_id, at, source, event, from_state, to_state, detail)
    select order_id, $7, 'game', 'second_mail_' || $3, $8, $3, $9 from redelivery
    returning order_id`,
  params: ['text', 'int4', 'text', 'text?', 'timestamptz', 'text?', 'timestamptz', 'text', 'jsonb'],
  row: v.object({ order_id: v.string() }),
});

/** Of an order whose money went back meanwhile: its goods are not given a second time. */
export const cancelRedelivery = statement({
  name: 'resolutions.cancel_redelivery',
  text: `with redelivery as (
      update redeliveries r set state = 'cancelled', reason = null, held_since = null, lease_until = null, at = $3
      from orders o
      where r.id = $1 and o.id = r.order_id and o.state = 'refunded' and r.state in ('queued', 'retrying')
        and (r.lease_until is null or r.lease_until <= $2)
      returning r.order_id
    )
    insert into order_events (order_id, at, source, event, to_state)
    select order_id, $3, 'worker', 'second_mail_cancelled', 'cancelled' from redelivery`,
  params: ['text', 'timestamptz', 'timestamptz'],
});

/** The games' servers that second mails wait for. */
export const redeliveryPlaces = statement({
  name: 'resolutions.redelivery_places',
  text: `select distinct project, server_id from redeliveries
    where state in ('queued', 'retrying') and held_since is null`,
  row: v.object({ project: v.string(), server_id: v.string() }),
});

/** As deliveries.due: so many ($4) of each server ($2, $3), oldest first. */
export const dueRedeliveries = statement({
  name: 'resolutions.due_redeliveries',
  text: `select due.id, place.project
    from unnest($2::text[], $3::text[], $4::int4[]) as place (project, server_id, room)
    cross join lateral (
      select r.id from redeliveries r
      where r.project = place.project and r.server_id = place.server_id
        and r.state in ('queued', 'retrying') and r.held_since is null
        and r.next_try_at <= $1 and (r.lease_until is null or r.lease_until <= $1)
      order by r.next_try_at limit place.room) due`,
  params: ['timestamptz', 'text[]', 'text[]', 'int4[]'],
  row: v.object({ id: v.string(), project: v.string() }),
});

/** Second mails whose seven days are over, of whatever game: an operator must hear of them. */
export const overdueRedeliveries = statement({
  name: 'resolutions.overdue_redeliveries',
  text: `select id, project from redeliveries
    where state in ('queued', 'retrying') and held_since is null and give_up_at <= $1 and next_try_at <= $1
    order by give_up_at limit $2`,
  params: ['timestamptz', 'int8'],
  row: v.object({ id: v.string(), project: v.string() }),
});
