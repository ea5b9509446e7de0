import { DELIVERY_STATES } from '@webpay/contract/order-states';
import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { recipient } from '../orders/queries.ts';
import { TOTAL_COUNT } from './sql.ts';

export const resendsOfOrder = statement({
  name: 'resolutions.resends_of_order',
  text: `select r.id, r.state, r.reason, r.recipient, m.lease_until, m.held_since, r.at
    from resends r left join outbox_mails m on m.id = r.id where r.order_id = :orderId order by r.created_at`,
  params: { orderId: 'text' },
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

/** The same goods once more, with their mail and job; none while another resend stands. */
export const insertResend = statement({
  name: 'resolutions.insert_redelivery',
  text: `with made as (
      insert into resends (id, request_id, order_id, recipient, state, at, created_at)
      values (:resendId, :requestId, :orderId, :recipient, 'queued', :now, :now)
      on conflict (order_id) where state <> 'rejected' do nothing
      returning id, order_id, recipient
    ), mail as (
      insert into outbox_mails (id, kind, order_id, project, server_id, next_attempt_at, give_up_at, created_at)
      select made.id, 'resend', o.id, o.project, coalesce(made.recipient ->> 'server_id', ''), :nextTryAt, :giveUpAt, :now
      from made join orders o on o.id = made.order_id
      returning id, project
    )
    select (graphile_worker.add_job('send_mail', json_build_object('mailId', id, 'project', project))).id as job_id
    from mail`,
  params: {
    resendId: 'text',
    requestId: 'text',
    orderId: 'text',
    recipient: 'jsonb',
    nextTryAt: 'timestamptz',
    giveUpAt: 'timestamptz',
    now: 'timestamptz',
  },
  row: v.object({ job_id: v.union([v.number(), v.string()]) }),
});

/**
 * Second mails (`r`) that their game refused for good and nobody has dealt with: sent nowhere else since, and
 * some of what bought their goods is still here.
 */
export const IS_REFUSED_MAIL = `r.state = 'rejected' and r.settled_at is null
      and not exists (select from resends n where n.order_id = r.order_id and n.created_at > r.created_at)
      and exists (select from payment_attempts a where a.order_id = r.order_id and a.state = 'SUCCEEDED'
        and a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor
        and not exists (select from refunds s where s.attempt_id = a.id and s.reason = 'double_payment'))`;

export const refusedMails = statement({
  name: 'resolutions.refused_mails',
  text: `select r.id, r.request_id, r.order_id, r.recipient, r.at,
      (select e.detail ->> 'why' from order_events e
        where e.order_id = r.order_id and e.event = 'second_mail_rejected' and e.detail ->> 'redelivery' = r.id
        order by e.id desc limit 1) as why, ${TOTAL_COUNT}
    from resends r where ${IS_REFUSED_MAIL} order by r.at, r.id limit 200`,
  row: v.object({
    id: v.string(),
    request_id: v.string(),
    order_id: v.string(),
    recipient,
    at: v.date(),
    why: v.nullable(v.string()),
    total_count: v.number(),
  }),
});

/** The operator says that nothing more is done about a second mail that its game refused. */
export const settleMail = statement({
  name: 'resolutions.settle_mail',
  text: `with settled as (
      update resends set settled_at = :now, settled_because = :because
      where id = :resendId and state = 'rejected' and settled_at is null
      returning order_id
    )
    insert into order_events (order_id, at, source, event, detail)
    select order_id, :now, 'operator', 'second_mail_settled',
      jsonb_build_object('redelivery', :resendId::text, 'because', :because::text)
    from settled
    returning order_id`,
  params: { resendId: 'text', now: 'timestamptz', because: 'text' },
  row: v.object({ order_id: v.string() }),
});
