import { WEBHOOK_STATES } from '@webpay/contract/console/webhooks';
import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { ORDER_NO } from '../orders/columns.ts';

const bytes = v.custom<Buffer>((value) => Buffer.isBuffer(value));
/** The condition names an endpoint `e`. */
const IS_ON = `e.ended_at is null and e.state = 'on' and (e.not_before is null or e.not_before <= :realNow)`;

/** Due messages, the longest waiting first, `limit` of each endpoint. */
export const dueMessages = statement({
  name: 'webhooks.due',
  text: `select m.id, e.id as endpoint_id from webhook_endpoints e cross join lateral (
      select id from webhook_messages
      where endpoint_id = e.id and state = 'waiting' and next_at <= :realNow and (lease_until is null or lease_until <= :realNow)
      order by next_at limit :limit) m
    where ${IS_ON}`,
  params: { realNow: 'timestamptz', limit: 'int8' },
  row: v.object({ id: v.number(), endpoint_id: v.string() }),
});

/**
 * Leases one due message for 15 s (its receiver has 10 s); no row when it is not to be sent now. It waits while it has no end:
 * this keeps the planner on the key, not on the index of waiting messages.
 */
export const takeMessage = statement({
  name: 'webhooks.take',
  text: `with taken as (
      update webhook_messages m set lease_until = :realNow::timestamptz + interval '15 seconds', tries = tries + 1
      from webhook_endpoints e
      where m.id = :id and m.ended_at is null and m.next_at <= :realNow and (m.lease_until is null or m.lease_until <= :realNow)
        and e.id = m.endpoint_id and ${IS_ON}
      returning m.*, e.name, e.url, e.secret,
        case when e.old_secret_until > :realNow then e.old_secret end as old_secret
    )
    select t.id, t.endpoint_id, t.name, t.url, t.secret, t.old_secret, t.event_id, t.type, t.project, t.order_id, t.at, t.facts,
      t.tries, t.waits_since, case when o.id is null then null else ${ORDER_NO.replace(' as order_no', '')} end as order_no,
      coalesce(o.recipient ->> 'server_id', '') as server_id, coalesce(o.recipient ->> 'cid', '') as cid
    from taken t left join orders o on o.id = t.order_id`,
  params: { id: 'int8', realNow: 'timestamptz' },
  row: v.object({
    ...v.entriesFromList(
      ['endpoint_id', 'name', 'url', 'event_id', 'type', 'project', 'server_id', 'cid'],
      v.string(),
    ),
    ...v.entriesFromList(['order_id', 'order_no'], v.nullable(v.string())),
    ...v.entriesFromList(['id', 'tries'], v.number()),
    secret: bytes,
    old_secret: v.nullable(bytes),
    at: v.date(),
    facts: v.record(v.string(), v.unknown()),
    waits_since: v.date(),
  }),
});
export type MessageToSend = RowOf<typeof takeMessage>;

/** Records the end of a try; only the try that holds the message (same count) writes. */
export const recordTry = statement({
  name: 'webhooks.record_try',
  text: `update webhook_messages set state = :state, lease_until = null, next_at = :nextAt, status = :status, why = :why,
      ended_at = case when :state = 'waiting' then null else :realNow::timestamptz end
    where id = :id and tries = :tries and ended_at is null returning id`,
  params: {
    id: 'int8',
    tries: 'int4',
    state: 'text',
    nextAt: 'timestamptz',
    status: 'int4?',
    why: 'text?',
    realNow: 'timestamptz',
  },
  row: v.object({ id: v.number() }),
});

/** Notes a success, once a minute, so that the row of a busy endpoint is written rarely. */
export const noteTaken = statement({
  name: 'webhooks.note_taken',
  text: `update webhook_endpoints set last_taken_at = :realNow, failing_since = null, not_before = null
    where id = :id and (failing_since is not null or last_taken_at is null or last_taken_at < :realNow::timestamptz - interval '1 minute')`,
  params: { id: 'text', realNow: 'timestamptz' },
});

/** Notes a failure, and a wait that the receiver asked for. */
export const noteFailed = statement({
  name: 'webhooks.note_failed',
  text: `update webhook_endpoints set failing_since = coalesce(failing_since, :realNow), not_before = greatest(not_before, :notBefore)
    where id = :id and (failing_since is null or :notBefore::timestamptz > coalesce(not_before, '-infinity'))`,
  params: { id: 'text', notBefore: 'timestamptz?', realNow: 'timestamptz' },
});

/** Its receiver wants no more messages: no row when it was switched off meanwhile. */
export const switchGone = statement({
  name: 'webhooks.switch_gone',
  text: `update webhook_endpoints set state = 'gone', state_at = :realNow where id = :id and state = 'on' and ended_at is null
    returning name`,
  params: { id: 'text', realNow: 'timestamptz' },
  row: v.object({ name: v.string() }),
});

/** Switches off endpoints for which `most` messages wait. */
export const switchFull = statement({
  name: 'webhooks.switch_full',
  text: `update webhook_endpoints e set state = 'full', state_at = :realNow
    where e.ended_at is null and e.state in ('on', 'off') and exists (
      select from webhook_messages m where m.endpoint_id = e.id and m.state = 'waiting' offset :most::int8 - 1 limit 1)
    returning e.id, e.name`,
  params: { realNow: 'timestamptz', most: 'int8' },
  row: v.object({ id: v.string(), name: v.string() }),
});

/** Gives up messages that waited since before `before` for an endpoint that is not on: no try of theirs would. */
export const giveUpUnsent = statement({
  name: 'webhooks.give_up_unsent',
  text: `with old as (
      select m.id from webhook_endpoints e cross join lateral (
        select id from webhook_messages where endpoint_id = e.id and state = 'waiting' and waits_since <= :before
        order by next_at limit :limit) m
      where e.ended_at is not null or e.state <> 'on'
    )
    update webhook_messages set state = 'given_up', ended_at = :realNow, lease_until = null, why = coalesce(why, 'the endpoint was off')
    where id in (select id from old) and state = 'waiting'`,
  params: { before: 'timestamptz', realNow: 'timestamptz', limit: 'int8' },
});

/** Messages are kept for 30 days. */
export const purgeMessages = statement({
  name: 'webhooks.purge',
  text: `delete from webhook_messages where id in (
      select id from webhook_messages where created_at < :before and state <> 'waiting' order by created_at limit :limit)`,
  params: { before: 'timestamptz', limit: 'int8' },
});

/** Two steps at once see each other's endpoints. */
export const lockEndpoints = statement({
  name: 'webhooks.lock_endpoints',
  text: `select pg_advisory_xact_lock(hashtext('webhook_endpoints'))::text as locked`,
  row: v.object({ locked: v.string() }),
});

export const endpointNames = statement({
  name: 'webhooks.endpoint_names',
  text: `select name from webhook_endpoints where ended_at is null`,
  row: v.object({ name: v.string() }),
});

export const insertEndpoint = statement({
  name: 'webhooks.insert_endpoint',
  text: `insert into webhook_endpoints (id, name, url, types, projects, secret, state_at, by_id, created_at)
    values (:id, :name, :url, :types, :projects, :secret, :now, :byId, :now)`,
  params: {
    id: 'text',
    name: 'text',
    url: 'text',
    types: 'text[]',
    projects: 'text[]',
    secret: 'bytea',
    byId: 'text',
    now: 'timestamptz',
  },
});

export const endpointOf = statement({
  name: 'webhooks.endpoint',
  text: `select id, name, url, state from webhook_endpoints where id = :id and ended_at is null`,
  params: { id: 'text' },
  row: v.object({
    id: v.string(),
    name: v.string(),
    url: v.string(),
    state: v.picklist(WEBHOOK_STATES),
  }),
});

/** The same under its lock. */
export const endpointUnderLock = statement({
  name: 'webhooks.endpoint_under_lock',
  text: `select name, url, state, secret from webhook_endpoints where id = :id and ended_at is null for no key update`,
  params: { id: 'text' },
  row: v.object({
    name: v.string(),
    url: v.string(),
    state: v.picklist(WEBHOOK_STATES),
    secret: bytes,
  }),
});

/** Its secrets go with it. */
export const endEndpoint = statement({
  name: 'webhooks.end_endpoint',
  text: `update webhook_endpoints set ended_at = :now, secret = '', old_secret = null, old_secret_until = null where id = :id`,
  params: { id: 'text', now: 'timestamptz' },
});

/** Messages of an ended endpoint that waited. */
export const endMessages = statement({
  name: 'webhooks.end_messages',
  text: `update webhook_messages set state = 'given_up', ended_at = :now, lease_until = null, why = 'the endpoint ended'
    where endpoint_id = :id and state = 'waiting'`,
  params: { id: 'text', now: 'timestamptz' },
});

/** Switches an endpoint. On again, its receiver is asked at once. */
export const switchEndpoint = statement({
  name: 'webhooks.switch_endpoint',
  text: `update webhook_endpoints set state = :state, state_at = :now, not_before = null where id = :id`,
  params: { id: 'text', state: 'text', now: 'timestamptz' },
});

export const changeSecret = statement({
  name: 'webhooks.change_secret',
  text: `update webhook_endpoints set old_secret = secret, old_secret_until = :oldUntil, secret = :secret where id = :id`,
  params: { id: 'text', secret: 'bytea', oldUntil: 'timestamptz' },
});

/** An event that a person makes, to see whether the receiver takes it. */
export const insertTest = statement({
  name: 'webhooks.insert_test',
  text: `insert into webhook_messages (endpoint_id, event_id, type, project, at, facts, created_at, waits_since, next_at)
    values (:endpointId, :eventId, 'test', '', :now, '{}', :realNow, :realNow, :realNow)`,
  params: { endpointId: 'text', eventId: 'text', now: 'timestamptz', realNow: 'timestamptz' },
});

export const messageOf = statement({
  name: 'webhooks.message',
  text: `select m.id, m.event_id, e.id as endpoint_id, e.name from webhook_messages m
    join webhook_endpoints e on e.id = m.endpoint_id and e.ended_at is null where m.id = :id`,
  params: { id: 'int8' },
  row: v.object({
    id: v.number(),
    ...v.entriesFromList(['event_id', 'endpoint_id', 'name'], v.string()),
  }),
});

export const messageUnderLock = statement({
  name: 'webhooks.message_under_lock',
  text: `select state, lease_until is not null and lease_until > :realNow as is_leased from webhook_messages
    where id = :id for no key update`,
  params: { id: 'int8', realNow: 'timestamptz' },
  row: v.object({ state: v.string(), is_leased: v.boolean() }),
});

const SEND_AGAIN = `state = 'waiting', next_at = :realNow, waits_since = :realNow, tries = 0, status = null, why = null, ended_at = null`;

export const sendAgain = statement({
  name: 'webhooks.send_again',
  text: `update webhook_messages set ${SEND_AGAIN} where id = :id`,
  params: { id: 'int8', realNow: 'timestamptz' },
});

/** Sends the `limit` oldest messages again that were written since a moment and wait no more. */
export const replayMessages = statement({
  name: 'webhooks.replay',
  text: `update webhook_messages set ${SEND_AGAIN} where id in (
      select id from webhook_messages
      where endpoint_id = :endpointId and created_at >= :since and state <> 'waiting' and type <> 'test'
      order by id limit :limit)`,
  params: { endpointId: 'text', since: 'timestamptz', realNow: 'timestamptz', limit: 'int8' },
});
