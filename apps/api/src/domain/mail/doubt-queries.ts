import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { MAIL_KINDS } from './queries.ts';
import { END_UNSENT_PARAMS, endUnsent } from './unsent-queries.ts';

/** Mails whose game gave no answer (docs/decisions/0030): alerts, parked mails, and their ends. */

/** Keeps the planner on the index of the order or the id (queries.ts). */
const IS_WAITING = `num_nonnulls(m.ended_at) = 0`;
/** Whether the latest attempt ended without an answer; an earlier release kept nothing else. */
const IS_IN_DOUBT = `coalesce((select d.reason from deliveries d where d.id = m.id),
            (select r.reason from resends r where r.id = m.id)) = 'error'`;
const IS_PARKED = `num_nulls(m.parked_at, m.held_since) = 0 and ${IS_WAITING}`;

/** Whether a worker is sending a mail of this order: its answer is awaited. */
export const isBeingSent = statement({
  name: 'mail.is_being_sent',
  text: `select exists (select from outbox_mails m
      where m.order_id = :orderId and ${IS_WAITING} and m.lease_until > :realNow) as is_so`,
  params: { orderId: 'text', realNow: 'timestamptz' },
  row: v.object({ is_so: v.boolean() }),
});

/**
 * Counts an order's goods that may have been given as given, because their money is gone. A leased
 * mail is left to its worker.
 */
export const presumeGiven = statement({
  name: 'mail.presume_given',
  text: endUnsent(
    'delivered',
    'presumed',
    `
        and (num_nonnulls(m.maybe_given_at, m.lease_until) > 0 or ${IS_IN_DOUBT})`,
  ),
  params: END_UNSENT_PARAMS,
});

/**
 * Parks dispute-paused mails of an order possibly delivered before `before`, since the game may forget their keys.
 */
export const parkHeld = statement({
  name: 'mail.park_held',
  text: `with mail as (
      update outbox_mails m set parked_at = :realNow, lease_until = null
      where m.order_id = :orderId and ${IS_WAITING} and num_nulls(m.held_since) = 0 and num_nonnulls(m.parked_at) = 0
        and (m.lease_until is null or m.lease_until <= :realNow)
        and coalesce(m.maybe_given_at, m.lease_until, case when ${IS_IN_DOUBT} then m.held_since end) <= :before
      returning m.id, m.kind, m.project
    ), delivery as (
      update deliveries d set state = 'retrying', reason = 'error', at = :now from mail where d.id = mail.id
    ), resend as (
      update resends r set state = 'retrying', reason = 'error', at = :now from mail where r.id = mail.id
    ), history as (
      insert into order_events (order_id, at, source, event, from_state, to_state, detail)
      select :orderId, :now, 'webhook', case m.kind when 'purchase' then 'mail_parked' else 'second_mail_parked' end,
        coalesce(d.state, r.state), 'retrying', jsonb_build_object('why', 'held by a dispute')
      from mail m left join deliveries d on d.id = m.id left join resends r on r.id = m.id
    )
    select id, kind, project from mail`,
  params: { orderId: 'text', before: 'timestamptz', realNow: 'timestamptz', now: 'timestamptz' },
  row: v.object({ id: v.string(), kind: v.picklist(MAIL_KINDS), project: v.string() }),
});

/** Mails whose game has not answered since before `before`, each returned once per silence. */
export const takeSilentMails = statement({
  name: 'mail.take_silent',
  text: `update outbox_mails m set silence_alerted_at = :realNow
    where m.id in (
      select id from outbox_mails
      where ended_at is null and silent_since <= :before and silence_alerted_at is null
      order by silent_since limit :limit for update skip locked)
    returning m.id, m.order_id, m.project, m.server_id, m.silent_since`,
  params: { realNow: 'timestamptz', before: 'timestamptz', limit: 'int8' },
  row: v.object({
    ...v.entriesFromList(['id', 'project', 'server_id'], v.string()),
    order_id: v.nullable(v.string()),
    silent_since: v.nullable(v.date()),
  }),
});

const PARKED_COLUMNS = `m.id, m.kind, m.order_id, m.project, m.parked_at, m.maybe_given_at,
      coalesce(r.recipient, o.recipient,
        jsonb_build_object('server_id', w.server_id, 'cid', p.cid, 'name', p.name)) as recipient`;
const PARKED_OWNERS = `left join orders o on o.id = m.order_id
      left join resends r on r.id = m.id
      left join rewards w on w.id = m.id
      left join players p on p.id = w.player_id`;

const parkedRow = {
  ...v.entriesFromList(['id', 'project'], v.string()),
  kind: v.picklist(MAIL_KINDS),
  order_id: v.nullable(v.string()),
  parked_at: v.nullable(v.date()),
  maybe_given_at: v.nullable(v.date()),
  recipient: v.object({ server_id: v.string(), cid: v.string(), name: v.string() }),
};

/** Mails that wait for an operator, the longest parked first. */
export const parkedMails = statement({
  name: 'mail.parked',
  text: `select ${PARKED_COLUMNS}, m.total_count
    from (
        select *, count(*) over ()::int4 as total_count from outbox_mails
        where ended_at is null and parked_at is not null order by parked_at, id limit 200
      ) m ${PARKED_OWNERS}
    order by m.parked_at, m.id`,
  row: v.object({ ...parkedRow, total_count: v.number() }),
});

export const parkedMailsOfOrder = statement({
  name: 'mail.parked_of_order',
  text: `select ${PARKED_COLUMNS} from outbox_mails m ${PARKED_OWNERS}
    where m.order_id = :orderId and ${IS_PARKED} order by m.parked_at, m.id`,
  params: { orderId: 'text' },
  row: v.object(parkedRow),
});

/** The order of a parked mail, to be locked first; no row when none is parked under this id. */
export const parkedMail = statement({
  name: 'mail.parked_one',
  text: `select m.kind, m.order_id from outbox_mails m where m.id = :id and ${IS_PARKED}`,
  params: { id: 'text' },
  row: v.object({ kind: v.picklist(MAIL_KINDS), order_id: v.nullable(v.string()) }),
});

/** Ends a parked mail as an operator decided; no row when it is no longer parked. */
export const endParked = statement({
  name: 'mail.end_parked',
  text: `with mail as (
      update outbox_mails m set ended_at = :now, held_since = null, lease_until = null
      where m.id = :id and ${IS_PARKED}
      returning m.id, m.kind, m.order_id
    ), delivery as (
      update deliveries d set state = :state, reason = null, at = :now
      from mail where d.id = mail.id and mail.kind = 'purchase'
    ), resend as (
      update resends r set state = :state, reason = null, at = :now
      from mail where r.id = mail.id and mail.kind = 'resend'
    ), reward as (
      update rewards w set state = :state, reason = null, at = :now,
        refused_why = case when :state = 'rejected' then :because end
      from mail where w.id = mail.id and mail.kind in ('reward', 'reminder')
    ), history as (
      insert into order_events (order_id, at, source, event, from_state, to_state, detail)
      select order_id, :now, 'operator', case kind when 'purchase' then 'mail_' else 'second_mail_' end || :state,
        'retrying', :state,
        case kind when 'resend' then jsonb_build_object('redelivery', id) else '{}'::jsonb end
          || jsonb_build_object('because', :because::text)
      from mail where order_id is not null
    )
    select kind, order_id from mail`,
  params: { id: 'text', state: 'text', because: 'text', now: 'timestamptz' },
  row: v.object({ kind: v.picklist(MAIL_KINDS), order_id: v.nullable(v.string()) }),
});

/**
 * Sends a parked mail again until `giveUpAt`, under its old key; it stays paused while a dispute
 * of its order is open.
 */
export const retryParked = statement({
  name: 'mail.retry_parked',
  text: `with mail as (
      update outbox_mails m set parked_at = null, next_attempt_at = :realNow, give_up_at = :giveUpAt,
        silent_since = null, silence_alerted_at = null,
        held_since = case when exists (
          select from disputes c where c.order_id = m.order_id and c.state = 'open') then :realNow::timestamptz end
      where m.id = :id and ${IS_PARKED}
      returning m.id, m.kind, m.order_id, m.project
    ), history as (
      insert into order_events (order_id, at, source, event, detail)
      select order_id, :now, 'operator',
        case kind when 'purchase' then 'delivery_tried_again' else 'second_mail_tried_again' end,
        jsonb_build_object('because', :because::text)
      from mail where order_id is not null
    )
    select kind, order_id from mail`,
  params: {
    id: 'text',
    because: 'text',
    giveUpAt: 'timestamptz',
    realNow: 'timestamptz',
    now: 'timestamptz',
  },
  row: v.object({
    kind: v.picklist(MAIL_KINDS),
    order_id: v.nullable(v.string()),
  }),
});
