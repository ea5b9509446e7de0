import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

/** Refunds that the shop sends again by itself (docs/decisions/0014, 0080). */

/**
 * Takes refused refunds whose next attempt is due. They come back at `laterAt`, should the gateway
 * say nothing meanwhile.
 */
export const takeRetries = statement({
  name: 'refunds.take_retries',
  text: `update refunds set retry_at = :laterAt
    where id in (
      select r.id from refunds r
      where r.retry_at <= :now and (select a.provider from payment_attempts a where a.id = r.attempt_id) = :provider
      order by r.retry_at limit :limit for update of r skip locked)
    returning id`,
  params: { now: 'timestamptz', laterAt: 'timestamptz', provider: 'text', limit: 'int8' },
  row: v.object({ id: v.string() }),
});

/** How often a refund was sent, and the gateway's last unclear answer to it. */
export const sendsOfRefund = statement({
  name: 'refunds.sends_of',
  text: `select count(*) filter (where event = 'refund_submitting')::int4 as sends,
      (array_agg(detail ->> 'why' order by id desc) filter (where event = 'refund_unknown'))[1] as why
    from order_events
    where order_id = :orderId and at >= :since::timestamptz and event in ('refund_submitting', 'refund_unknown')
      and detail ->> 'refund' = :refundId`,
  params: { orderId: 'text', since: 'timestamptz', refundId: 'text' },
  row: v.object({ sends: v.number(), why: v.nullable(v.string()) }),
});

/** Ends the attempts of a refund that was sent again, or that an operator decides. */
export const endRetries = statement({
  name: 'refunds.end_retries',
  text: `update refunds set retry_at = null where id = :refundId`,
  params: { refundId: 'text' },
});

export const retryOfRefund = statement({
  name: 'refunds.retry_of',
  text: `select retry_at from refunds where id = :refundId`,
  params: { refundId: 'text' },
  row: v.object({ retry_at: v.nullable(v.date()) }),
});
