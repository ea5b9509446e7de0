import { NOTICE_KINDS } from '@webpay/contract/game-shapes';
import * as v from 'valibot';
import { MAIL_KINDS } from '../../mail/queries.ts';
import { statement, type RowOf } from '../../../platform/db/statement.ts';
import { IS_REFUSED_RESEND, IS_REFUSED_REWARD } from '../../support/refused-mail-queries.ts';
import { isSeen, ORDER_COLUMNS, orderColumns } from './owner-columns.ts';

/** Mails that were not given. Each statement reads at most `most` mails and shows `each` of a cause. */

const texts = v.record(v.string(), v.string());
const params = { projects: 'text[]?', most: 'int8', each: 'int4' } as const;

/** The content of a mail and its recipient. A resend may have another character than its order. */
const CONTENT = `(select jsonb_agg(jsonb_build_object('name', coalesce(i.sold -> 'name', '{}'), 'count', i.count) order by i.line)
        from order_items i where i.order_id = n.order_id) as goods,
      o.total_minor, o.currency, coalesce(o.order_no, o.id) as order_no,
      coalesce(s.recipient ->> 'cid', o.recipient ->> 'cid', p.cid, '') as cid,
      coalesce(s.recipient ->> 'name', o.recipient ->> 'name', p.name, '') as name,
      coalesce(s.recipient ->> 'server_name', o.recipient ->> 'server_name', p.server_name, '') as server_name,
      coalesce(case when s.id is null then o.player_id end, w.player_id, (
        select id from players t where t.project = n.project and t.server_id = s.recipient ->> 'server_id'
          and t.cid = s.recipient ->> 'cid')) as player_id,
      w.kind as about, w.mail -> 'event' as event, s.request_id`;
const OWNERS = `left join orders o on o.id = n.order_id
      left join resends s on s.id = n.id
      left join rewards w on w.id = n.id
      left join players p on p.id = w.player_id`;
const content = {
  goods: v.nullable(v.array(v.object({ name: texts, count: v.number() }))),
  total_minor: v.nullable(v.number()),
  currency: v.nullable(v.string()),
  order_no: v.nullable(v.string()),
  ...v.entriesFromList(['cid', 'name', 'server_name'], v.string()),
  player_id: v.nullable(v.number()),
  about: v.nullable(v.string()),
  event: v.nullable(texts),
  request_id: v.nullable(v.string()),
};
const placed = {
  id: v.string(),
  kind: v.picklist(MAIL_KINDS),
  order_id: v.nullable(v.string()),
  ...v.entriesFromList(['project', 'server_id'], v.string()),
  ...content,
  why: v.nullable(v.string()),
  total: v.number(),
  place: v.number(),
};

export const MAIL_CAUSES = [
  'parked',
  'held',
  'mailbox_full',
  'maintenance',
  'error',
  'waiting',
] as const;

/** Mails of the outbox that were tried, are parked or held, or are due since before `before`; real times. */
export const waitingMails = statement({
  name: 'console.queue_waiting_mails',
  text: `select n.*, ${CONTENT},
      (select coalesce(e.detail ->> 'why', e.detail ->> 'because') from order_events e
        where e.order_id = n.order_id
          and e.event in ('mail_retrying', 'mail_parked', 'second_mail_retrying', 'second_mail_parked')
        order by e.id desc limit 1) as why
    from (
      select c.*, count(*) over (partition by c.project, c.server_id, c.cause)::int4 as total,
        (row_number() over (partition by c.project, c.server_id, c.cause order by c.since, c.id))::int4 as place
      from (
        select m.id, m.kind, m.order_id, m.project, m.server_id, m.attempts, m.next_attempt_at, m.give_up_at, m.lease_until,
          m.maybe_given_at is not null as maybe_given, coalesce(m.parked_at, m.held_since, m.silent_since) as stopped_at,
          m.created_at as since,
          case when m.parked_at is not null then 'parked' when m.held_since is not null then 'held'
            else coalesce((select reason from deliveries where id = m.id), (select reason from resends where id = m.id),
              (select reason from rewards where id = m.id), 'waiting') end as cause
        from (
          select * from outbox_mails m
          where m.ended_at is null and ${isSeen('m.project')}
            and (m.attempts > 0 or m.parked_at is not null or m.held_since is not null or m.next_attempt_at <= :before)
          order by m.give_up_at limit :most) as m
      ) as c
    ) as n ${OWNERS}
    where n.place <= :each
    order by n.project, n.server_id, n.cause, n.place`,
  params: { ...params, before: 'timestamptz' },
  row: v.object({
    ...placed,
    attempts: v.number(),
    next_attempt_at: v.date(),
    give_up_at: v.date(),
    lease_until: v.nullable(v.date()),
    maybe_given: v.boolean(),
    stopped_at: v.nullable(v.date()),
    /** The shop's clock. */
    since: v.date(),
    cause: v.picklist(MAIL_CAUSES),
  }),
});
export type WaitingMail = RowOf<typeof waitingMails>;

const refusedRow = v.object({ ...placed, since: v.date() });

/** Resends that the game refused and nobody closed; the shop's times. */
export const refusedResends = statement({
  name: 'console.queue_refused_resends',
  text: `select n.*, ${CONTENT},
      (select coalesce(e.detail ->> 'why', e.detail ->> 'because') from order_events e
        where e.order_id = n.order_id and e.event = 'second_mail_rejected' and e.detail ->> 'redelivery' = n.id
        order by e.id desc limit 1) as why
    from (
      select c.*, count(*) over (partition by c.project, c.server_id)::int4 as total,
        (row_number() over (partition by c.project, c.server_id order by c.since, c.id))::int4 as place
      from (
        select r.id, 'resend' as kind, r.order_id, own.project, coalesce(r.recipient ->> 'server_id', '') as server_id,
          r.at as since
        from resends r join orders own on own.id = r.order_id
        where ${IS_REFUSED_RESEND} and ${isSeen('own.project')}
        order by r.at, r.id limit :most) as c
    ) as n ${OWNERS}
    where n.place <= :each order by n.project, n.server_id, n.place`,
  params,
  row: refusedRow,
});
export type RefusedMail = RowOf<typeof refusedResends>;

/** Mails of events that the game refused and nobody closed; the shop's times. */
export const refusedEventMails = statement({
  name: 'console.queue_refused_event_mails',
  text: `select n.*, ${CONTENT}, w.refused_why as why
    from (
      select c.*, count(*) over (partition by c.project, c.server_id)::int4 as total,
        (row_number() over (partition by c.project, c.server_id order by c.since, c.id))::int4 as place
      from (
        select id, case when kind = 'reminder' then 'reminder' else 'reward' end as kind, null::text as order_id, project,
          server_id, at as since
        from rewards where ${IS_REFUSED_REWARD} and ${isSeen('project')}
        order by at, id limit :most) as c
    ) as n ${OWNERS}
    where n.place <= :each order by n.project, n.server_id, n.place`,
  params,
  row: refusedRow,
});

/** Notices of refunds and chargebacks that games did not take, parked or since the last attempt; real times but `since`. */
export const waitingNotices = statement({
  name: 'console.queue_notices',
  text: `select n.id, n.kind, n.amount_minor, n.currency, n.attempts, n.why, n.next_attempt_at, n.give_up_at, n.lease_until,
      n.is_parked, n.since, n.total, n.place, ${ORDER_COLUMNS}
    from (
      select c.*, count(*) over (partition by c.place_of, c.is_parked)::int4 as total,
        (row_number() over (partition by c.place_of, c.is_parked order by c.since, c.id))::int4 as place
      from (
        select n.id, n.kind, n.order_id as of_order, n.project as place_of, n.amount_minor, n.currency, n.attempts, n.why,
          n.next_attempt_at, n.give_up_at, n.lease_until, n.parked_at is not null as is_parked, n.created_at as since
        from game_notices n
        where n.ended_at is null and (n.attempts > 0 or n.parked_at is not null) and ${isSeen('n.project')}
        order by n.give_up_at limit :most) as c
    ) as n join orders o on o.id = n.of_order
    where n.place <= :each order by n.place_of, n.is_parked desc, n.place`,
  params,
  row: v.object({
    ...orderColumns,
    id: v.string(),
    kind: v.picklist(NOTICE_KINDS),
    currency: v.string(),
    why: v.nullable(v.string()),
    ...v.entriesFromList(['amount_minor', 'attempts', 'total', 'place'], v.number()),
    ...v.entriesFromList(['next_attempt_at', 'give_up_at', 'since'], v.date()),
    lease_until: v.nullable(v.date()),
    is_parked: v.boolean(),
  }),
});
export type WaitingNotice = RowOf<typeof waitingNotices>;
