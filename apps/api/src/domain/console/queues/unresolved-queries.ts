import * as v from 'valibot';
import { statement, type RowOf } from '../../../platform/db/statement.ts';
import {
  isSeen,
  ORDER_COLUMNS,
  orderOfEach,
  orderColumns,
  perhapsOrderColumns,
} from './owner-columns.ts';

/** Payments, refunds and messages without a certain result; each statement reads at most `most` rows, the oldest first. */

const PROVIDERS = v.picklist(['payermax', 'paypal']);
const grouped = { total: v.number(), place: v.number() };
const params = { projects: 'text[]?', before: 'timestamptz', most: 'int8', each: 'int4' } as const;

/** Counts rows of one cause and numbers them, the oldest first. */
const numbered = (cause: string, rows: string) => `select * from (
      select w.*, count(*) over (partition by ${cause})::int4 as total,
        (row_number() over (partition by ${cause} order by w.since, w.id))::int4 as place
      from (${rows}) as w) as numbered
    where place <= :each order by ${cause}, place`;

/** Payments that their gateway has not decided; real times. */
export const unresolvedPayments = statement({
  name: 'console.queue_payments',
  text: numbered(
    'provider, state',
    `select a.id, a.provider, a.state, a.pay_id, a.card_brand, right(a.card_masked, 4) as last_four, a.amount_minor, a.currency,
        a.unresolved_since as since, a.queries, a.next_query_at, ${ORDER_COLUMNS}
      from payment_attempts a join orders o on o.id = a.order_id
      where a.next_query_at is not null and a.state in ('PROCESSING', 'UNKNOWN') and a.unresolved_since <= :before
        and ${isSeen('o.project')}
      order by a.unresolved_since, a.id limit :most`,
  ),
  params,
  row: v.object({
    ...orderColumns,
    ...grouped,
    ...v.entriesFromList(['id', 'pay_id', 'currency'], v.string()),
    ...v.entriesFromList(['card_brand', 'last_four'], v.nullable(v.string())),
    provider: PROVIDERS,
    state: v.picklist(['PROCESSING', 'UNKNOWN']),
    amount_minor: v.number(),
    queries: v.number(),
    since: v.nullable(v.date()),
    next_query_at: v.nullable(v.date()),
  }),
});
export type UnresolvedPayment = RowOf<typeof unresolvedPayments>;

/** Refunds that were sent and have no result; real times. */
export const unresolvedRefunds = statement({
  name: 'console.queue_refunds',
  text: numbered(
    'provider, state',
    `select r.id, a.provider, r.state, r.amount_minor, r.currency, r.requested_at as since, r.attempts, r.next_attempt_at,
        ${ORDER_COLUMNS}
      from refunds r join payment_attempts a on a.id = r.attempt_id join orders o on o.id = r.order_id
      where r.state not in ('SUCCEEDED', 'FAILED') and r.state in ('SUBMITTING', 'UNKNOWN') and r.requested_at <= :before
        and ${isSeen('o.project')}
      order by r.requested_at, r.id limit :most`,
  ),
  params,
  row: v.object({
    ...orderColumns,
    ...grouped,
    id: v.string(),
    provider: PROVIDERS,
    state: v.picklist(['SUBMITTING', 'UNKNOWN']),
    amount_minor: v.number(),
    currency: v.string(),
    since: v.nullable(v.date()),
    attempts: v.number(),
    next_attempt_at: v.nullable(v.date()),
  }),
});
export type UnresolvedRefund = RowOf<typeof unresolvedRefunds>;

/** Ended payments whose gateway's order is over without a certain result; the shop's times. */
export const unresolvedLate = statement({
  name: 'console.queue_late',
  text: numbered(
    'provider',
    `select l.attempt_id as id, l.provider, a.amount_minor, a.currency, l.payable_until as since, l.due_at, ${ORDER_COLUMNS}
      from late_queries l join payment_attempts a on a.id = l.attempt_id ${orderOfEach('a.order_id')}
      where l.payable_until <= :before and ${isSeen('o.project')}
      order by l.payable_until, l.attempt_id limit :most`,
  ),
  params,
  row: v.object({
    ...orderColumns,
    ...grouped,
    id: v.string(),
    provider: v.string(),
    amount_minor: v.number(),
    currency: v.string(),
    since: v.date(),
    due_at: v.date(),
  }),
});
export type UnresolvedLate = RowOf<typeof unresolvedLate>;

/** Results in quarantine. One that names no payment of ours has no project. */
export const unsettledResults = statement({
  name: 'console.queue_results',
  text: numbered(
    'provider, reason',
    `select q.id, q.provider, q.reason, q.source, q.result, q.at as since, a.amount_minor, a.currency, ${ORDER_COLUMNS}
      from quarantine q left join payment_attempts a on a.id = q.attempt_id left join orders o on o.id = a.order_id
      where q.settled_at is null and ${isSeen('o.project')}
      order by q.at, q.id limit :most`,
  ),
  params: { projects: 'text[]?', most: 'int8', each: 'int4' },
  row: v.object({
    ...perhapsOrderColumns,
    ...grouped,
    id: v.number(),
    ...v.entriesFromList(['provider', 'reason', 'source'], v.string()),
    result: v.unknown(),
    since: v.date(),
    amount_minor: v.nullable(v.number()),
    currency: v.nullable(v.string()),
  }),
});
export type UnsettledResult = RowOf<typeof unsettledResults>;

/** Messages that failed five times or more to be applied. Their bodies stay in the database. */
export const failingMessages = statement({
  name: 'console.queue_messages',
  text: numbered(
    'provider',
    `select i.id, i.provider, i.event_type, i.attempts, i.received_at as since, i.next_attempt_at, ${ORDER_COLUMNS}
      from gateway_inbox i
        left join lateral (
          select p.order_id from payment_attempts p where p.id = i.payment_number
          union all
          select p.order_id from payment_attempts p where p.provider = i.provider and p.gateway_ref = i.payment_number
          limit 1) as a on true
        left join orders o on o.id = a.order_id
      where i.applied_at is null and i.attempts >= 5 and ${isSeen('o.project')}
      order by i.received_at, i.id limit :most`,
  ),
  params: { projects: 'text[]?', most: 'int8', each: 'int4' },
  row: v.object({
    ...perhapsOrderColumns,
    ...grouped,
    id: v.number(),
    ...v.entriesFromList(['provider', 'event_type'], v.string()),
    attempts: v.number(),
    since: v.date(),
    next_attempt_at: v.date(),
  }),
});
export type FailingMessage = RowOf<typeof failingMessages>;
