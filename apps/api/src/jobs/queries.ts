import * as v from 'valibot';
import { statement } from '../platform/db/statement.ts';

/** Sweeps that run as soon as one of their rows may be due. */
export const WATCHED = [
  'attempts',
  'late_queries',
  'refunds',
  'inbox',
  'expiry',
  'mails',
  'game_notices',
  'limits',
  'openings',
  'saved_cards',
  'publications',
  'webhooks',
  'payment_reminders',
] as const;
export type Watched = (typeof WATCHED)[number];

/**
 * The kinds of which a row may be due: one statement for a shop at rest instead of one for each sweep. Each condition
 * is at least as wide as its sweep's, and has its index.
 */
export const kindsDue = statement({
  name: 'jobs.kinds_due',
  text: `select array_remove(array[
      case when exists (select from payment_attempts where next_query_at <= :realNow) then 'attempts' end,
      case when exists (select from late_queries where provider in ('payermax', 'paypal') and due_at <= :now)
        then 'late_queries' end,
      case when exists (select from refunds where next_attempt_at <= :realNow) then 'refunds' end,
      case when exists (select from gateway_inbox where applied_at is null and next_attempt_at <= :realNow) then 'inbox' end,
      case when exists (select from orders where expires_at <= :now and state in ('open', 'waiting')) then 'expiry' end,
      case when exists (select from outbox_mails where ended_at is null and held_since is null) then 'mails' end,
      case when exists (select from game_notices where ended_at is null and parked_at is null and next_attempt_at <= :realNow)
        then 'game_notices' end,
      case when exists (select from operator_steps where broke_limits and alerted_at is null) then 'limits' end,
      case when exists (select from projects p cross join lateral (
          select opens_at from service_changes where project = p.code order by id desc limit 1) c
        where c.opens_at <= :now) then 'openings' end,
      case when exists (select from saved_cards where next_attempt_at <= :realNow) then 'saved_cards' end,
      case when exists (select from planned_publications where state = 'waiting' and publish_at <= :now) then 'publications' end,
      case when exists (select from webhook_endpoints e cross join lateral (
          select from webhook_messages where endpoint_id = e.id and state = 'waiting' and next_at <= :realNow limit 1) m
        where e.ended_at is null and e.state = 'on' and (e.not_before is null or e.not_before <= :realNow)) then 'webhooks' end,
      case when exists (select from orders where remind_at <= :now) then 'payment_reminders' end
    ], null) as kinds`,
  params: { realNow: 'timestamptz', now: 'timestamptz' },
  row: v.object({ kinds: v.array(v.picklist(WATCHED)) }),
});
