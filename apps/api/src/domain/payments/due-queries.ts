import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

/** Takes due attempts and moves their next query ahead, so that sweeps never share one. */
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

/** Brings the next query forward, unless one is recent or near; rarer with age. */
export const askSooner = statement({
  name: 'payments.ask_sooner',
  text: `update payment_attempts set next_query_at = :realNow
    where order_id = :orderId and state in ('REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN')
      and requested_at is not null and next_query_at > :realNow::timestamptz + interval '15 seconds'
      and updated_at <= :now::timestamptz - greatest(interval '10 seconds', (:realNow - requested_at) / 6)`,
  params: { orderId: 'text', realNow: 'timestamptz', now: 'timestamptz' },
});

/** Makes the next query of orders' attempts due, where none was answered just now and no worker asks now. */
export const askNow = statement({
  name: 'payments.ask_now',
  text: `update payment_attempts set next_query_at = :realNow
    where order_id = any(:orderIds) and state in ('REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN')
      and requested_at is not null and next_query_at > :realNow::timestamptz + interval '15 seconds'
      and updated_at <= :now::timestamptz - interval '10 seconds'`,
  params: { orderIds: 'text[]', realNow: 'timestamptz', now: 'timestamptz' },
});

/** The same of ended attempts that their gateways can still take money for. */
export const askLateNow = statement({
  name: 'payments.ask_late_now',
  text: `update late_queries set due_at = :now
    where attempt_id in (select id from payment_attempts where order_id = any(:orderIds)
        and updated_at <= :now::timestamptz - interval '10 seconds')
      and (answered_at is null or answered_at <= :now::timestamptz - interval '10 seconds')
      and due_at > :now::timestamptz + interval '2 minutes'`,
  params: { orderIds: 'text[]', now: 'timestamptz' },
});

/** An attempt that ends here while its gateway's order can still be paid. */
export const insertLateQuery = statement({
  name: 'payments.insert_late_query',
  text: `insert into late_queries (attempt_id, provider, due_at, payable_until)
    values (:attemptId, :provider, :dueAt, :payableUntil)`,
  params: {
    attemptId: 'text',
    provider: 'text',
    dueAt: 'timestamptz',
    payableUntil: 'timestamptz',
  },
});

export const lateQueryOf = statement({
  name: 'payments.late_query_of',
  text: `select payable_until, answered_at from late_queries where attempt_id = :attemptId`,
  params: { attemptId: 'text' },
  row: v.object({ payable_until: v.date(), answered_at: v.nullable(v.date()) }),
});

export const postponeLateQuery = statement({
  name: 'payments.postpone_late_query',
  text: `update late_queries set due_at = :dueAt, answered_at = :answeredAt where attempt_id = :attemptId`,
  params: { attemptId: 'text', dueAt: 'timestamptz', answeredAt: 'timestamptz?' },
});

export const removeLateQuery = statement({
  name: 'payments.remove_late_query',
  text: `delete from late_queries where attempt_id = :attemptId`,
  params: { attemptId: 'text' },
});

/** Takes ended attempts to query, and moves their times ahead, so that sweeps never share one. */
export const takeLateQueries = statement({
  name: 'payments.take_late_queries',
  text: `update late_queries set due_at = :now::timestamptz + interval '2 minutes'
    where attempt_id in (
      select attempt_id from late_queries where provider = :provider and due_at <= :now
      order by due_at limit :limit for update skip locked)
    returning attempt_id, payable_until`,
  params: { now: 'timestamptz', limit: 'int8', provider: 'text' },
  row: v.object({ attempt_id: v.string(), payable_until: v.date() }),
});

/** Unpaid orders past their expiry, with the attempt that may still be alive. */
export const expiredOrders = statement({
  name: 'payments.expired_orders',
  text: `select o.id as order_id, a.id as attempt_id from orders o
    left join payment_attempts a on a.order_id = o.id
      and a.state in ('CREATED', 'SUBMITTING', 'REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN')
    where o.expires_at <= :now and o.state in ('open', 'waiting')
      and (a.state is null or a.state in ('CREATED', 'REQUIRES_ACTION'))
    order by o.expires_at limit :limit`,
  params: { now: 'timestamptz', limit: 'int8' },
  row: v.object({ order_id: v.string(), attempt_id: v.nullable(v.string()) }),
});

/** Live attempts of orders that another attempt has paid late. */
export const attemptsLeftBehind = statement({
  name: 'payments.attempts_left_behind',
  text: `select a.order_id, a.id as attempt_id from payment_attempts a join orders o on o.id = a.order_id
    where a.state in ('CREATED', 'REQUIRES_ACTION') and o.state in ('success', 'refunded') and o.expires_at <= :now
    limit :limit`,
  params: { now: 'timestamptz', limit: 'int8' },
  row: v.object({ order_id: v.string(), attempt_id: v.string() }),
});
