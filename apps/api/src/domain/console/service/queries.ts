import * as v from 'valibot';
import { statement } from '../../../platform/db/statement.ts';
import { isSeen, orderOfEach } from '../queues/owner-columns.ts';

/** The things that the shop stopped by itself, for the service screen. */

/** Circuits that a living process reported; one has at most some tens. */
export const openCircuits = statement({
  name: 'console.open_circuits',
  text: `select what, place, min(since) as since, array_agg(process order by process) as processes
    from open_circuits where seen_at >= :after group by what, place order by 3 limit 200`,
  params: { after: 'timestamptz' },
  row: v.object({
    what: v.picklist(['gateway', 'game', 'maintenance']),
    place: v.string(),
    since: v.date(),
    processes: v.array(v.string()),
  }),
});

/** Mails that wait for a server whose game answers that it is in maintenance. */
export const mailsInMaintenance = statement({
  name: 'console.mails_in_maintenance',
  text: `select project, server_id, count(*)::int4 as mails, min(give_up_at) as until
    from (
      select m.id, m.project, m.server_id, m.give_up_at from outbox_mails m
      where m.ended_at is null and m.attempts > 0 and m.parked_at is null and m.held_since is null
        and (:projects::text[] is null or m.project = any (:projects))
      order by m.give_up_at limit :most) as m
    where 'maintenance' in (
      coalesce((select reason from deliveries where id = m.id), ''), coalesce((select reason from resends where id = m.id), ''),
      coalesce((select reason from rewards where id = m.id), ''))
    group by project, server_id order by project, server_id`,
  params: { projects: 'text[]?', most: 'int8' },
  row: v.object({
    project: v.string(),
    server_id: v.string(),
    mails: v.number(),
    until: v.date(),
  }),
});

/** Budgets of look-ups that are used up now, by their place in the given lists. */
export const usedBudgets = statement({
  name: 'console.used_budgets',
  text: `select distinct b.n::int4 as n
    from unnest(:keys::text[], :since::timestamptz[], :limits::int4[]) with ordinality as b (key, since, most, n)
      join rate_counters c on c.key = b.key and c.window_start >= b.since and c.calls > b.most
    order by 1`,
  params: { keys: 'text[]', since: 'timestamptz[]', limits: 'int4[]' },
  row: v.object({ n: v.number() }),
});

const upTo = (rows: string) => `(${rows} limit :most)`;

/** Work that goes on while a project is down, at most `most` rows of a kind. */
export const underWay = statement({
  name: 'console.under_way',
  text: `select w.project, count(*) filter (where w.what = 'payment')::int4 as payments,
      count(*) filter (where w.what = 'mail')::int4 as mails, count(*) filter (where w.what = 'refund')::int4 as refunds
    from (
      ${upTo(`select o.project, 'payment' as what from payment_attempts a ${orderOfEach('a.order_id')}
        where a.next_query_at is not null and a.state in ('PROCESSING', 'UNKNOWN') and ${isSeen('o.project')}`)}
      union all
      ${upTo(`select m.project, 'mail' from outbox_mails m where m.ended_at is null and ${isSeen('m.project')}`)}
      union all
      ${upTo(`select o.project, 'refund' from refunds r ${orderOfEach('r.order_id')}
        where r.state not in ('SUCCEEDED', 'FAILED') and ${isSeen('o.project')}`)}
    ) as w group by w.project`,
  params: { projects: 'text[]?', most: 'int8' },
  row: v.object({
    project: v.string(),
    payments: v.number(),
    mails: v.number(),
    refunds: v.number(),
  }),
});
