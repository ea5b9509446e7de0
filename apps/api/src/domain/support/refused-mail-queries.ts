import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { TOTAL_COUNT } from './queries.ts';
import { recipient } from '../orders/columns.ts';

/**
 * Resends (`r`) that the game refused for good and no operator settled: not followed by another
 * resend, and some of the money that bought the goods is still held.
 */
export const IS_REFUSED_RESEND = `r.state = 'rejected' and r.settled_at is null
      and not exists (select from resends n where n.order_id = r.order_id and n.created_at > r.created_at)
      and exists (select from payment_attempts a where a.order_id = r.order_id and a.state = 'SUCCEEDED'
        and a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor
        and not exists (select from refunds s where s.attempt_id = a.id and s.reason = 'double_payment'))`;

const REFUSED_COLUMNS = `r.id, r.request_id, r.order_id, r.recipient, r.at,
      (select coalesce(e.detail ->> 'why', e.detail ->> 'because') from order_events e
        where e.order_id = r.order_id and e.event = 'second_mail_rejected' and e.detail ->> 'redelivery' = r.id
        order by e.id desc limit 1) as why`;

const refusedRow = {
  ...v.entriesFromList(['id', 'request_id', 'order_id'], v.string()),
  recipient,
  at: v.date(),
  why: v.nullable(v.string()),
};

export const refusedMails = statement({
  name: 'resolutions.refused_mails',
  text: `select ${REFUSED_COLUMNS}, ${TOTAL_COUNT}
    from resends r where ${IS_REFUSED_RESEND} order by r.at, r.id limit 200`,
  row: v.object({ ...refusedRow, total_count: v.number() }),
});

export const refusedMailsOfOrder = statement({
  name: 'resolutions.refused_mails_of_order',
  text: `select ${REFUSED_COLUMNS}
    from resends r where r.order_id = :orderId and ${IS_REFUSED_RESEND} order by r.at, r.id`,
  params: { orderId: 'text' },
  row: v.object(refusedRow),
});

/** Settles a refused resend: the operator does nothing more about it. */
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

/** Rewards that the game refused, for good or for seven days, and no operator settled. */
export const IS_REFUSED_REWARD = `state = 'rejected' and settled_at is null`;

export const refusedRewards = statement({
  name: 'resolutions.refused_rewards',
  text: `select r.id, r.at, r.project, r.event_id, r.kind, r.task_id, r.server_id, p.cid, p.name, r.refused_why as why, ${TOTAL_COUNT}
    from (select * from rewards where ${IS_REFUSED_REWARD}) r join players p on p.id = r.player_id
    order by r.at, r.id limit 200`,
  row: v.object({
    ...v.entriesFromList(
      ['id', 'project', 'event_id', 'kind', 'task_id', 'server_id', 'cid', 'name'],
      v.string(),
    ),
    at: v.date(),
    why: v.nullable(v.string()),
    total_count: v.number(),
  }),
});

export const settleReward = statement({
  name: 'resolutions.settle_reward',
  text: `update rewards set settled_at = :now, settled_because = :because where id = :rewardId and ${IS_REFUSED_REWARD}
    returning event_id`,
  params: { rewardId: 'text', now: 'timestamptz', because: 'text' },
  row: v.object({ event_id: v.string() }),
});
