import { DELIVERY_STATES, ORDER_STATES } from '@webpay/contract/order-states';
import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

/** Inserts the delivery and its mail in the payment's transaction. */
export const insertDelivery = statement({
  name: 'deliveries.insert',
  text: `with delivery as (
      insert into deliveries (id, order_id, state, at, created_at)
      values (:deliveryId, :orderId, 'queued', :now, :now)
      on conflict on constraint one_delivery_per_order do nothing
      returning id, order_id
    ), mail as (
      insert into outbox_mails (id, kind, order_id, project, server_id, next_attempt_at, give_up_at, created_at)
      select d.id, 'purchase', o.id, o.project, coalesce(o.recipient ->> 'server_id', ''), :nextAttemptAt, :giveUpAt, :now
      from delivery d join orders o on o.id = d.order_id
      returning id, project
    )
    select id from mail`,
  params: {
    deliveryId: 'text',
    orderId: 'text',
    nextAttemptAt: 'timestamptz',
    giveUpAt: 'timestamptz',
    now: 'timestamptz',
  },
  row: v.object({ id: v.string() }),
});

/** The payment that bought an order's goods, not an overpayment, with the sum left of it. */
export const paidAttempt = statement({
  name: 'deliveries.paid_attempt',
  text: `select id, currency, captured_minor - reserved_minor - refunded_minor - lost_minor as left_minor
    from payment_attempts a
    where order_id = :orderId and state = 'SUCCEEDED' and not exists (
      select from refunds r where r.attempt_id = a.id and r.reason = 'double_payment')
    order by n limit 1`,
  params: { orderId: 'text' },
  row: v.object({ id: v.string(), currency: v.string(), left_minor: v.nullable(v.number()) }),
});

export const deliveryOfOrder = statement({
  name: 'deliveries.of_order',
  text: `select d.state, d.reason, m.lease_until, m.held_since, m.parked_at,
      m.maybe_given_at is not null as maybe_given
    from deliveries d left join outbox_mails m on m.id = d.id where d.order_id = :orderId`,
  params: { orderId: 'text' },
  row: v.object({
    state: v.picklist(DELIVERY_STATES),
    reason: v.nullable(v.string()),
    lease_until: v.nullable(v.date()),
    held_since: v.nullable(v.date()),
    parked_at: v.nullable(v.date()),
    // An attempt ended without an answer.
    maybe_given: v.boolean(),
  }),
});

/** Locks the order and reads its current state after a slow delivery attempt. */
export const orderStateForUpdate = statement({
  name: 'deliveries.order_state',
  text: `select state from orders where id = :orderId for no key update`,
  params: { orderId: 'text' },
  row: v.object({ state: v.picklist(ORDER_STATES) }),
});
