import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { IS_SENDABLE, IS_WAITING } from './queries.ts';

/** Mails of an order that its game has not taken: ended before a refund, held during a dispute, released after it. */

/** Ends an order's waiting mails that `only` names, and writes each to the history. */
export const endUnsent = (
  to: 'cancelled' | 'delivered',
  event: string,
  only = '',
) => `with ended as (
      update outbox_mails m set ended_at = :now, held_since = null, lease_until = null
      where m.order_id = :orderId and ${IS_WAITING} and (m.lease_until is null or m.lease_until <= :realNow)${only}
      returning m.id, m.kind
    ), delivery as (
      update deliveries d set state = '${to}', reason = null, at = :now from ended where d.id = ended.id
    ), resend as (
      update resends r set state = '${to}', reason = null, at = :now from ended where r.id = ended.id
    )
    insert into order_events (order_id, at, source, event, from_state, to_state, detail)
    select :orderId, :now, :source,
      case e.kind when 'purchase' then 'delivery_${event}' else 'second_mail_${event}' end,
      coalesce(d.state, r.state), '${to}', jsonb_build_object('why', :why::text)
    from ended e left join deliveries d on d.id = e.id left join resends r on r.id = e.id`;
export const END_UNSENT_PARAMS = {
  orderId: 'text',
  realNow: 'timestamptz',
  now: 'timestamptz',
  source: 'text',
  why: 'text',
} as const;

/** Ends an order's waiting mails before a refund. A leased mail is left to its worker. */
export const cancelUnsent = statement({
  name: 'mail.cancel_unsent',
  text: endUnsent('cancelled', 'cancelled'),
  params: END_UNSENT_PARAMS,
});

/** Holds an order's waiting mails during a dispute; their seven days pause from `heldSince`. */
export const holdUnsent = statement({
  name: 'mail.hold_unsent',
  text: `with held as (
      update outbox_mails set held_since = :heldSince
      where order_id = :orderId and ${IS_SENDABLE}
      returning id, kind
    )
    insert into order_events (order_id, at, source, event, detail)
    select :orderId, :now, 'webhook', case h.kind when 'purchase' then 'delivery_held' else 'second_mail_held' end,
      jsonb_build_object('state', coalesce(d.state, r.state))
    from held h left join deliveries d on d.id = h.id left join resends r on r.id = h.id`,
  params: { orderId: 'text', now: 'timestamptz', heldSince: 'timestamptz' },
});

/** Releases held mails after the last dispute of an order; parked ones stay. */
export const releaseHeld = statement({
  name: 'mail.release_held',
  text: `with released as (
      update outbox_mails set held_since = null, next_attempt_at = :nextAttemptAt,
        give_up_at = give_up_at + (:nextAttemptAt - held_since)
      where order_id = :orderId and held_since is not null and parked_at is null and ${IS_WAITING}
      returning id, kind, project
    ), history as (
      insert into order_events (order_id, at, source, event, detail)
      select :orderId, :now, 'webhook',
        case m.kind when 'purchase' then 'delivery_released' else 'second_mail_released' end,
        jsonb_build_object('state', coalesce(d.state, r.state))
      from released m left join deliveries d on d.id = m.id left join resends r on r.id = m.id
    )
    select id from released`,
  params: { orderId: 'text', now: 'timestamptz', nextAttemptAt: 'timestamptz' },
  row: v.object({ id: v.string() }),
});
