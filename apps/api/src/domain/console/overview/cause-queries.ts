import * as v from 'valibot';
import { statement, type RowOf } from '../../../platform/db/statement.ts';
import { IS_REFUSED } from '../../refunds/queries.ts';
import { OWED } from '../../refunds/owed-queries.ts';
import { isSeen, orderOfEach } from '../queues/owner-columns.ts';

export const CAUSE_KINDS = [
  'payment',
  'refund',
  'late',
  'result',
  'message',
  'mail',
  'parked',
  'refused',
  'owed',
  'dispute',
  'method',
  'publication',
] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** Open alarms, up to `most` of a kind. `about` tells causes of one place apart; worths are in minor units of `currency`. */
const ALARMS = [
  `select 'payment' as kind, a.provider as place, a.state as about, a.unresolved_since as since, a.currency, a.amount_minor as minor
      from payment_attempts a join orders o on o.id = a.order_id
      where a.next_query_at is not null and a.state in ('PROCESSING', 'UNKNOWN') and a.unresolved_since <= :before
        and ${isSeen('o.project')}`,
  // Without a worker nothing queries these.
  `select 'payment', a.provider, a.state, a.updated_at, a.currency, a.amount_minor
      from payment_attempts a join orders o on o.id = a.order_id
      where a.next_query_at is not null and a.state = 'SUBMITTING' and a.updated_at <= :lateBefore and ${isSeen('o.project')}`,
  `select 'refund', a.provider, '', r.requested_at, r.currency, r.amount_minor
      from refunds r join payment_attempts a on a.id = r.attempt_id join orders o on o.id = r.order_id
      where r.state not in ('SUCCEEDED', 'FAILED') and r.state in ('SUBMITTING', 'UNKNOWN') and r.requested_at <= :before
        and ${isSeen('o.project')}`,
  `select 'late', l.provider, '', l.payable_until, a.currency, a.amount_minor
      from late_queries l cross join lateral (
          select order_id, currency, amount_minor from payment_attempts where id = l.attempt_id offset 0) as a
        ${orderOfEach('a.order_id')}
      where l.payable_until <= :lateBefore and ${isSeen('o.project')}`,
  `select 'result', q.provider, q.reason, q.at, a.currency, a.amount_minor
      from quarantine q left join payment_attempts a on a.id = q.attempt_id left join orders o on o.id = a.order_id
      where q.settled_at is null and ${isSeen('o.project')}`,
  `select 'message', i.provider, '', i.received_at, null, null
      from gateway_inbox i where i.applied_at is null and i.attempts >= 5 and :projects::text[] is null`,
  `select case when m.parked_at is not null then 'parked' else 'mail' end, m.project || ' ' || m.server_id,
        case when m.parked_at is not null then '' when m.held_since is not null then 'held'
          when m.refused = 0 and m.silent_since is null then 'not_tried' else coalesce(
          (select reason from deliveries where id = m.id), (select reason from resends where id = m.id),
          (select reason from rewards where id = m.id), 'waiting') end,
        m.created_at, o.currency, o.total_minor
      from outbox_mails m left join orders o on o.id = m.order_id and m.kind = 'purchase'
      where m.ended_at is null and (m.refused > 0 or m.silent_since is not null or m.parked_at is not null
          or (m.kind <> 'reminder' and m.held_since is null and m.next_attempt_at <= :before))
        and ${isSeen('m.project')}`,
  `select 'refused', a.provider, '', r.updated_at, r.currency, r.amount_minor
      from refunds r join payment_attempts a on a.id = r.attempt_id join orders o on o.id = r.order_id
      where ${IS_REFUSED} and a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor and ${isSeen('o.project')}`,
  `select 'owed', w.provider, w.why, w.since, w.currency, w.owed_minor from (${OWED}) as w ${orderOfEach('w.order_id')}
      where w.refused is null and ${isSeen('o.project')}`,
  `select 'dispute', c.provider, '', c.opened_at, c.currency, c.claimed_minor
      from disputes c join orders o on o.id = c.order_id where c.state = 'open' and ${isSeen('o.project')}`,
  `select 'method', m.project || ' ' || m.pay_id, m.country, m.switched_off_at, null, null
      from method_stops m where m.switched_by = 'gateway' and ${isSeen('m.project')}`,
  `select 'publication', b.project, b.state, b.ended_at, null, null
      from planned_publications b where b.state in ('missed', 'refused') and ${isSeen('b.project')}`,
];

/** A pause longer than this begins a new cause. */
const FOLDED_FOR = "interval '30 minutes'";

/**
 * Open alarms folded by cause: the same kind at the same place, each begun within 30 minutes of the one before. One row for
 * each currency of a cause.
 */
export const openCauses = statement({
  name: 'console.open_causes',
  text: `with alarms as (
      ${ALARMS.map((each) => `(${each} limit :most)`).join('\n      union all\n      ')}
    ), marked as (
      select *, case when since - lag(since) over (partition by kind, place, about order by since) > ${FOLDED_FOR} then 1 else 0 end as is_new
      from alarms
    ), folded as (
      select *, sum(is_new) over (partition by kind, place, about order by since) as part from marked
    )
    select kind, place, about, part::int4, currency, coalesce(sum(minor), 0)::int8 as minor, count(*)::int4 as count, min(since) as since
    from folded group by kind, place, about, part, currency order by min(since), kind, place, about, currency limit 500`,
  params: {
    projects: 'text[]?',
    before: 'timestamptz',
    lateBefore: 'timestamptz',
    most: 'int8',
  },
  row: v.object({
    kind: v.picklist(CAUSE_KINDS),
    place: v.string(),
    about: v.string(),
    part: v.number(),
    currency: v.nullable(v.string()),
    minor: v.number(),
    count: v.number(),
    since: v.nullable(v.date()),
  }),
});
export type CauseRow = RowOf<typeof openCauses>;

/** Since when the longest row of each queue waits, and when the first step for a second person ends. */
export const queueAges = statement({
  name: 'console.queue_ages',
  text: `select
      (select min(q.created_at) from resolution_requests q join orders o on o.id = q.order_id
        where q.state = 'open' and ${isSeen('o.project')}) as requests,
      (select min(p.expires_at) from operator_approvals p
        where p.state = 'waiting' and p.expires_at > :realNow and ${isSeen('p.project')}) as approvals_until,
      (select count(*) from (select from disputes c join orders o on o.id = c.order_id
        where c.state = 'open' and ${isSeen('o.project')} limit :most) as found)::int4 as disputes`,
  params: { projects: 'text[]?', realNow: 'timestamptz', most: 'int8' },
  row: v.object({
    requests: v.nullable(v.date()),
    approvals_until: v.nullable(v.date()),
    disputes: v.number(),
  }),
});
