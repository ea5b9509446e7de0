import * as v from 'valibot';
import { IS_LIVING } from '../players/queries.ts';
import { IS_REFUSED } from '../refunds/queries.ts';
import { OWED } from '../refunds/owed-queries.ts';
import { IS_REFUSED_RESEND, IS_REFUSED_REWARD } from '../support/refused-mail-queries.ts';
import { NEXT_STEP } from '../reconciliation/queries.ts';
import { statement, type RowOf } from '../../platform/db/statement.ts';

/** Attempts unresolved since before `unresolvedBefore` or `pendingBefore`, each returned once. */
export const unresolvedAttempts = statement({
  name: 'watch.tell_of_attempts',
  text: `update payment_attempts set alerted_at = :realNow
    where (state in ('SUBMITTING', 'UNKNOWN') and unresolved_since <= :unresolvedBefore or state = 'PROCESSING' and unresolved_since <= :pendingBefore)
      and next_query_at is not null and (alerted_at is null or alerted_at < unresolved_since)
    returning id, order_id, provider, state, unresolved_since`,
  params: { realNow: 'timestamptz', unresolvedBefore: 'timestamptz', pendingBefore: 'timestamptz' },
  row: v.object({
    ...v.entriesFromList(['id', 'order_id', 'provider', 'state'], v.string()),
    unresolved_since: v.nullable(v.date()),
  }),
});

export const unresolvedRefunds = statement({
  name: 'watch.tell_of_refunds',
  text: `update refunds set alerted_at = :realNow
    where (state in ('SUBMITTING', 'UNKNOWN') and requested_at <= :unresolvedBefore or state = 'PENDING' and requested_at <= :pendingBefore)
      and next_attempt_at is not null and alerted_at is null
    returning id, order_id, state, requested_at`,
  params: { realNow: 'timestamptz', unresolvedBefore: 'timestamptz', pendingBefore: 'timestamptz' },
  row: v.object({
    ...v.entriesFromList(['id', 'order_id', 'state'], v.string()),
    requested_at: v.nullable(v.date()),
  }),
});

export const BACKLOG_KINDS = [
  'attempts_in_doubt',
  'late_payments_unknown',
  'refunds_running',
  'refunds_refused',
  'requests_open',
  'players_flagged',
  'cases_open',
  'payments_owed',
  'money_found',
  'quarantine_open',
  'mails_waiting',
  'mails_parked',
  'game_notices_waiting',
  'game_notices_parked',
  'webhook_messages_waiting',
  'webhooks_stopped',
  'second_mails_refused',
  'rewards_refused',
  'inbox_not_applied',
  'lookups_guarded',
] as const;

/** Rows that wait for a gateway, a game or an operator: counts and the oldest age in seconds. */
export const backlog = statement({
  name: 'watch.standing',
  text: `with waiting as (
      select 'attempts_in_doubt' as kind, a.provider || ' ' || lower(a.state) as place, unresolved_since as since
        from payment_attempts a where state in ('SUBMITTING', 'PROCESSING', 'UNKNOWN') and next_query_at is not null
      union all
      select 'late_payments_unknown', provider, payable_until
        from late_queries where payable_until <= :realNow::timestamptz - interval '10 minutes'
      union all
      select 'refunds_running', a.provider || ' ' || lower(r.state), coalesce(r.requested_at, r.created_at)
        from refunds r join payment_attempts a on a.id = r.attempt_id where r.next_attempt_at is not null
      union all
      select 'refunds_refused', a.provider || ' ' || r.reason || case when r.retry_at is null then '' else ' again' end, r.updated_at
        from refunds r join payment_attempts a on a.id = r.attempt_id
        where ${IS_REFUSED} and a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor
      union all
      select 'requests_open', o.project || ' ' || q.kind, q.created_at
        from resolution_requests q join orders o on o.id = q.order_id where q.state = 'open'
      union all
      select 'players_flagged', p.project, min(f.at)
        from player_flags f join players p on p.id = f.player_id where f.cleared_at is null and ${IS_LIVING} group by p.id, p.project
      union all
      select 'cases_open', provider || ' ' || kind, opened_at from disputes where state = 'open'
      union all
      select 'payments_owed', provider || ' ' || currency || ' ' || why, since from (${OWED}) as owed
      union all
      select 'money_found', provider, found_at
        from reconciliation_differences d where settled_at is null and ${NEXT_STEP} = 'decide'
      union all
      select 'quarantine_open', provider || ' ' || reason, at from quarantine where settled_at is null
      union all
      select 'mails_waiting', m.project || ' ' || m.server_id || ' ' || case when m.held_since is not null then 'held'
          else coalesce(d.reason, d.state, r.reason, r.state, w.reason, w.state) end, m.created_at
        from outbox_mails m left join deliveries d on d.id = m.id left join resends r on r.id = m.id
          left join rewards w on w.id = m.id
        where m.ended_at is null and m.parked_at is null
      union all
      select 'mails_parked', project || ' ' || server_id || ' ' || kind, parked_at
        from outbox_mails where ended_at is null and parked_at is not null
      union all
      select 'game_notices_waiting', project || ' ' || kind, created_at
        from game_notices where ended_at is null and parked_at is null
      union all
      select 'game_notices_parked', project || ' ' || kind, parked_at
        from game_notices where ended_at is null and parked_at is not null
      union all
      select 'webhook_messages_waiting', e.name, m.waits_since
        from webhook_endpoints e join webhook_messages m on m.endpoint_id = e.id and m.state = 'waiting' where e.ended_at is null
      union all
      select 'webhooks_stopped', name || ' ' || state, state_at
        from webhook_endpoints where ended_at is null and state in ('gone', 'full')
      union all
      select 'second_mails_refused', m.project || ' ' || m.server_id, r.at
        from resends r join outbox_mails m on m.id = r.id where ${IS_REFUSED_RESEND}
      union all
      select 'rewards_refused', project || ' ' || server_id, at from rewards where ${IS_REFUSED_REWARD}
      union all
      select 'inbox_not_applied', provider || case when attempts >= 5 then ' failing' else '' end, received_at
        from gateway_inbox where applied_at is null
      union all
      select 'lookups_guarded', substr(key, 9), window_start from rate_counters where key like 'guarded:%'
    )
    select kind, place, count(*)::int4 as count,
      coalesce(greatest(0, extract(epoch from :realNow - min(since))), 0)::float8 as oldest_seconds
    from waiting group by kind, place order by kind, place`,
  params: { realNow: 'timestamptz' },
  row: v.object({
    kind: v.picklist(BACKLOG_KINDS),
    place: v.string(),
    count: v.number(),
    oldest_seconds: v.number(),
  }),
});
export type BacklogRow = RowOf<typeof backlog>;

/** The last compared day of each gateway's statement, by the worker or by hand. */
export const lastReconciliations = statement({
  name: 'watch.last_reconciliations',
  text: `select distinct on (r.provider) r.provider, r.day::text as day, r.finished_at is not null as is_finished,
      (select count(*) from reconciliation_differences d where d.provider = r.provider and d.settled_at is null)::int4 as open
    from reconciliations r where r.finished_at is not null or r.compared_at is not null
    order by r.provider, r.day desc`,
  row: v.object({
    provider: v.string(),
    day: v.string(),
    is_finished: v.boolean(),
    open: v.number(),
  }),
});
