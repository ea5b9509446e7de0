import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { NAMED_NOT_HELD } from './mail-sql.ts';

/** Goods that are stopped, or go on, because of their money: an order's own, and those sent once more for it. */

/**
 * Ends what was not sent, because its money goes back. A mail that a worker holds this moment is left to it: it records its try, and ends it then.
 */
export const cancelUnsent = statement({
  name: 'deliveries.cancel_unsent',
  text: `with was as (
      select id, state from deliveries
      where order_id = :orderId and state in ('queued', 'retrying') and (lease_until is null or lease_until <= :realNow)
      for update
    ), again as (
      select id, state from resends
      where order_id = :orderId and state in ('queued', 'retrying') and (lease_until is null or lease_until <= :realNow)
      for update
    ), delivery as (
      update deliveries d set state = 'cancelled', reason = null, held_since = null, lease_until = null, at = :now
      from was where d.id = was.id
    ), redelivery as (
      update resends r set state = 'cancelled', reason = null, held_since = null, lease_until = null, at = :now
      from again where r.id = again.id
    )
    insert into order_events (order_id, at, source, event, from_state, to_state, detail)
    select :orderId, :now, :source, event, state, 'cancelled', jsonb_build_object('why', :why::text)
    from (select 'delivery_cancelled' as event, state from was
      union all select 'second_mail_cancelled', state from again) as ended`,
  params: {
    orderId: 'text',
    realNow: 'timestamptz',
    now: 'timestamptz',
    source: 'text',
    why: 'text',
  },
});

/** An open case stops what was not sent; its seven days stand still from `heldSince`. */
export const holdUnsent = statement({
  name: 'deliveries.hold_unsent',
  text: `with delivery as (
      update deliveries set held_since = :heldSince
      where order_id = :orderId and state in ('queued', 'retrying') and ${NAMED_NOT_HELD}
      returning state
    ), redelivery as (
      update resends set held_since = :heldSince
      where order_id = :orderId and state in ('queued', 'retrying') and ${NAMED_NOT_HELD}
      returning state
    )
    insert into order_events (order_id, at, source, event, detail)
    select :orderId, :now, 'webhook', event, jsonb_build_object('state', state)
    from (select 'delivery_held' as event, state from delivery
      union all select 'second_mail_held', state from redelivery) as held`,
  params: { orderId: 'text', now: 'timestamptz', heldSince: 'timestamptz' },
});

/** The last open case of an order is over: what it stopped goes on where it stood, with a job that rings. */
export const releaseHeld = statement({
  name: 'deliveries.release_held',
  text: `with delivery as (
      update deliveries set held_since = null, next_attempt_at = :nextTryAt, give_up_at = give_up_at + (:nextTryAt - held_since)
      where order_id = :orderId and held_since is not null and state in ('queued', 'retrying')
      returning id, state, project
    ), redelivery as (
      update resends set held_since = null, next_attempt_at = :nextTryAt, give_up_at = give_up_at + (:nextTryAt - held_since)
      where order_id = :orderId and held_since is not null and state in ('queued', 'retrying')
      returning id, state, project
    ), event as (
      insert into order_events (order_id, at, source, event, detail)
      select :orderId, :now, 'webhook', event, jsonb_build_object('state', state)
      from (select 'delivery_released' as event, state from delivery
        union all select 'second_mail_released', state from redelivery) as released
    )
    select (graphile_worker.add_job('deliver', json_build_object('deliveryId', id, 'project', project))).id as job_id
    from delivery
    union all
    select (graphile_worker.add_job('resend', json_build_object('resendId', id, 'project', project))).id
    from redelivery`,
  params: { orderId: 'text', now: 'timestamptz', nextTryAt: 'timestamptz' },
  row: v.object({ job_id: v.union([v.number(), v.string()]) }),
});
