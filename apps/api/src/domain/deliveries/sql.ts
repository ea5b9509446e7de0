import { DELIVERY_STATES, ORDER_STATES } from '@webpay/contract/order-states';
import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { cancelLeftBehindOf, dueOf, overdueOf, placesOf, recordTryOf, takeOf } from './mail-sql.ts';

/** The delivery of a paid order, with the job that rings for it, in the payment's own transaction. */
export const insertDelivery = statement({
  name: 'deliveries.insert',
  text: `with delivery as (
      insert into deliveries (id, order_id, state, next_attempt_at, give_up_at, at, created_at)
      values (:deliveryId, :orderId, 'queued', :nextTryAt, :giveUpAt, :now, :now)
      on conflict on constraint one_delivery_per_order do nothing
      returning id, project
    )
    select (graphile_worker.add_job('deliver', json_build_object('deliveryId', id, 'project', project))).id as job_id
    from delivery`,
  params: {
    deliveryId: 'text',
    orderId: 'text',
    nextTryAt: 'timestamptz',
    giveUpAt: 'timestamptz',
    now: 'timestamptz',
  },
  row: v.object({ job_id: v.union([v.number(), v.string()]) }),
});

export const takeDelivery = takeOf('deliveries');
export type DeliveryToSend = RowOf<typeof takeDelivery>;
export const recordTry = recordTryOf('deliveries');
export const cancelLeftBehind = cancelLeftBehindOf('deliveries');
export const waitingPlaces = placesOf('deliveries');
export const dueDeliveries = dueOf('deliveries');
export const overdueDeliveries = overdueOf('deliveries');

/** The payment that bought an order's goods: not one that came too much and goes back anyway. */
export const paidAttempt = statement({
  name: 'deliveries.paid_attempt',
  text: `select id, captured_minor, currency from payment_attempts a
    where order_id = :orderId and state = 'SUCCEEDED' and not exists (
      select from refunds r where r.attempt_id = a.id and r.reason = 'double_payment')
    order by n limit 1`,
  params: { orderId: 'text' },
  row: v.object({ id: v.string(), captured_minor: v.nullable(v.number()), currency: v.string() }),
});

/** Reserves what is left of an order's payment when the game refuses its mail for good. */
export const reserveUndeliverable = statement({
  name: 'deliveries.reserve_undeliverable',
  text: `with refund as (
      insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, next_attempt_at, created_at, updated_at)
      select 'R' || :orderId || '_' || (select count(*) + 1 from refunds where order_id = :orderId), :orderId, a.id,
        a.captured_minor - a.reserved_minor - a.refunded_minor - a.lost_minor, a.currency,
        'RESERVED', 'not_deliverable', :nextTryAt, :now, :now
      from payment_attempts a
      where a.id = :attemptId and a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor
      returning id
    )
    insert into order_events (order_id, attempt_id, at, source, event, detail)
    select :orderId, :attemptId, :now, 'worker', 'refund_reserved', jsonb_build_object('refund', id, 'reason', 'not_deliverable')
    from refund`,
  params: { orderId: 'text', attemptId: 'text', nextTryAt: 'timestamptz', now: 'timestamptz' },
});

/** How far the goods of an order are, for whoever decides about its money. */
export const deliveryOfOrder = statement({
  name: 'deliveries.of_order',
  text: `select state, reason, lease_until, attempts, held_since from deliveries where order_id = :orderId`,
  params: { orderId: 'text' },
  row: v.object({
    state: v.picklist(DELIVERY_STATES),
    reason: v.nullable(v.string()),
    lease_until: v.nullable(v.date()),
    attempts: v.number(),
    held_since: v.nullable(v.date()),
  }),
});

/** The order's state under its lock: what it is when a try that takes seconds comes back. */
export const orderStateForUpdate = statement({
  name: 'deliveries.order_state',
  text: `select state from orders where id = :orderId for update`,
  params: { orderId: 'text' },
  row: v.object({ state: v.picklist(ORDER_STATES) }),
});
