import { ATTEMPT_STATES, ORDER_STATES } from '@webpay/contract/order-states';
import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

/** A query that settled nothing: when to ask next, and what was heard. */
export const scheduleQuery = statement({
  name: 'payments.schedule_query',
  text: `update payment_attempts set next_query_at = :nextQueryAt, queries = queries + 1,
      not_found_count = not_found_count + :notFoundIncrement, gateway_ref = coalesce(gateway_ref, :gatewayRef), updated_at = :updatedAt
    where id = :attemptId and state in ('SUBMITTING', 'REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN')`,
  params: {
    attemptId: 'text',
    nextQueryAt: 'timestamptz?',
    notFoundIncrement: 'int4',
    gatewayRef: 'text?',
    updatedAt: 'timestamptz',
  },
});

/**
 * Takes the attempts that are due for a query: whoever takes them pushes their next time ahead, so
 * that two sweeps never ask about the same one, and one that dies leaves them due again.
 */
export const takeDueQueries = statement({
  name: 'payments.take_due_queries',
  text: `update payment_attempts set next_query_at = :realNow::timestamptz + interval '15 seconds'
    where id in (
      select id from payment_attempts
      where next_query_at <= :realNow and state in ('SUBMITTING', 'REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN')
        and provider = :provider
      order by next_query_at limit :limit for update skip locked)
    returning id`,
  params: { realNow: 'timestamptz', limit: 'int8', provider: 'text' },
  row: v.object({ id: v.string() }),
});

/**
 * Somebody looks at what a gateway has not decided: it is asked now, unless it was not long ago,
 * or is about to be. The longer it lasts, the longer that is.
 */
export const askSooner = statement({
  name: 'payments.ask_sooner',
  text: `update payment_attempts set next_query_at = :realNow
    where order_id = :orderId and state in ('REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN')
      and requested_at is not null and next_query_at > :realNow::timestamptz + interval '15 seconds'
      and updated_at <= :now::timestamptz - greatest(interval '10 seconds', (:realNow - requested_at) / 6)`,
  params: { orderId: 'text', realNow: 'timestamptz', now: 'timestamptz' },
});

/** Orders whose time is over and that are not paid, with the attempt that may still be alive. */
export const expiredOrders = statement({
  name: 'payments.expired_orders',
  text: `select o.id as order_id, a.id as attempt_id, a.state as attempt_state, o.state as order_state
    from orders o
    left join payment_attempts a on a.order_id = o.id
      and a.state in ('CREATED', 'SUBMITTING', 'REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN')
    where o.expires_at <= :now and o.state in ('open', 'waiting')
      and (a.state is null or a.state in ('CREATED', 'REQUIRES_ACTION'))
    order by o.expires_at limit :limit`,
  params: { now: 'timestamptz', limit: 'int8' },
  row: v.object({
    order_id: v.string(),
    attempt_id: v.nullable(v.string()),
    attempt_state: v.nullable(v.picklist(ATTEMPT_STATES)),
    order_state: v.picklist(ORDER_STATES),
  }),
});

/**
 * Tries that their order needs no more, because another one paid it late: their time is over too, and no
 * sweep of unpaid orders comes by for them.
 */
export const attemptsLeftBehind = statement({
  name: 'payments.attempts_left_behind',
  text: `select a.order_id, a.id as attempt_id from payment_attempts a join orders o on o.id = a.order_id
    where a.state in ('CREATED', 'REQUIRES_ACTION') and o.state in ('success', 'refunded') and o.expires_at <= :now
    limit :limit`,
  params: { now: 'timestamptz', limit: 'int8' },
  row: v.object({ order_id: v.string(), attempt_id: v.string() }),
});
