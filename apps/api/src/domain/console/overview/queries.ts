import * as v from 'valibot';
import { statement, type RowOf } from '../../../platform/db/statement.ts';
import { isSeen, orderOfEach } from '../queues/owner-columns.ts';

/**
 * Figures of the first screen. Each statement reads rows of 48 hours at most, by an index: `orders_paid` for each project, or
 * `orders_by_time`. The rows are the truth, so a late payment or refund counts at once.
 */

/** Why a payment failed. */
export const ATTEMPT_FAILURES = ['declined', 'insufficient_balance', 'cancelled', 'error'] as const;

/** Orders that were paid in a span, of each project that the operator sees. */
const paidBetween = (from: string, until: string, columns: string) =>
  `projects p cross join lateral (
        select ${columns} from orders o
        where o.project = p.code and o.paid_at >= ${from} and o.paid_at < ${until} offset 0) as o`;

/** Worth of paid orders by half hour, of one day and of the same hours a week before. */
export const salesByHalfHour = statement({
  name: 'console.sales_by_half_hour',
  text: `select is_before, date_bin('30 minutes', at, :fromAt) as bin, coalesce(sum(usd_minor), 0)::int8 as usd_minor,
      count(*)::int4 as orders, count(*) filter (where usd_minor is null)::int4 as unpriced
    from (
      select false as is_before, o.paid_at as at, o.usd_minor
        from ${paidBetween(':fromAt', ':untilAt', 'o.paid_at, o.usd_minor')} where ${isSeen('p.code')}
      union all
      select true, o.paid_at + interval '7 days', o.usd_minor
        from ${paidBetween(":fromAt::timestamptz - interval '7 days'", ":untilAt::timestamptz - interval '7 days'", 'o.paid_at, o.usd_minor')}
        where ${isSeen('p.code')}) as paid
    group by is_before, bin order by bin`,
  params: { projects: 'text[]?', fromAt: 'timestamptz', untilAt: 'timestamptz' },
  row: v.object({
    is_before: v.boolean(),
    bin: v.date(),
    usd_minor: v.number(),
    orders: v.number(),
    unpriced: v.number(),
  }),
});
export type SalesRow = RowOf<typeof salesByHalfHour>;

/** Tried and ended payments of orders between `beforeAt` and `untilAt`, those since `fromAt` apart. */
export const paymentsByPlace = statement({
  name: 'console.payments_by_place',
  text: `select a.pay_id, o.country, o.created_at < :fromAt as is_before, min(o.project) as project, count(*)::int4 as tried,
      count(*) filter (where a.state = 'SUCCEEDED')::int4 as paid,
      ${ATTEMPT_FAILURES.map((failure) => `count(*) filter (where a.state = 'FAILED' and a.failure = '${failure}')::int4 as ${failure}`).join(',\n      ')}
    from orders o cross join lateral (
      select t.pay_id, t.state, t.failure from payment_attempts t
      where t.order_id = o.id and t.state in ('SUCCEEDED', 'FAILED', 'EXPIRED')
        and (t.submitted_at is not null or t.state = 'SUCCEEDED') offset 0) as a
    where o.created_at >= :beforeAt and o.created_at < :untilAt and ${isSeen('o.project')}
    group by a.pay_id, o.country, is_before`,
  params: {
    projects: 'text[]?',
    beforeAt: 'timestamptz',
    fromAt: 'timestamptz',
    untilAt: 'timestamptz',
  },
  row: v.object({
    pay_id: v.string(),
    country: v.string(),
    is_before: v.boolean(),
    project: v.string(),
    ...v.entriesFromList(['tried', 'paid', ...ATTEMPT_FAILURES], v.number()),
  }),
});
export type PaymentsRow = RowOf<typeof paymentsByPlace>;

/** Time from payment to mailbox. Two clocks may tick between them, so it is never below zero. */
export const mailboxTimes = statement({
  name: 'console.mailbox_times',
  text: `select count(*)::int4 as mails, percentile_cont(0.5) within group (order by ms)::float8 as p50,
      percentile_cont(0.95) within group (order by ms)::float8 as p95
    from (
      select greatest(0, extract(epoch from d.at - o.paid_at) * 1000) as ms
      from ${paidBetween(':fromAt', ':untilAt', 'o.id, o.paid_at')} cross join lateral (
        select t.at from deliveries t where t.order_id = o.id and t.state = 'delivered' offset 0) as d
      where ${isSeen('p.code')}) as given`,
  params: { projects: 'text[]?', fromAt: 'timestamptz', untilAt: 'timestamptz' },
  row: v.object({ mails: v.number(), p50: v.nullable(v.number()), p95: v.nullable(v.number()) }),
});

/** Payments and refunds that a gateway has not decided, up to `most` of each; real times. */
export const moneyThatWaits = statement({
  name: 'console.money_that_waits',
  text: `select count(*) filter (where is_payment)::int4 as payments, count(*) filter (where not is_payment)::int4 as refunds,
      min(since) as oldest
    from (
      (select true as is_payment, a.unresolved_since as since from payment_attempts a ${orderOfEach('a.order_id')}
        where a.next_query_at is not null and a.state in ('SUBMITTING', 'PROCESSING', 'UNKNOWN') and ${isSeen('o.project')}
        limit :most)
      union all
      (select false, coalesce(r.requested_at, r.created_at) from refunds r ${orderOfEach('r.order_id')}
        where r.state not in ('SUCCEEDED', 'FAILED') and ${isSeen('o.project')} limit :most)) as waiting`,
  params: { projects: 'text[]?', most: 'int8' },
  row: v.object({ payments: v.number(), refunds: v.number(), oldest: v.nullable(v.date()) }),
});

/** Steps of a shop on its way to the first sale. Ordered, so that an index answers for a project without any. */
export const firstSteps = statement({
  name: 'console.first_steps',
  text: `select coalesce(bool_or(exists (select from products g where g.project = p.code)), false) as has_goods,
      coalesce(bool_or(exists (select from channels c where c.project = p.code)), false) as has_channels,
      coalesce(bool_or((select true from players t where t.project = p.code order by t.server_id, t.cid limit 1)), false) as has_players,
      coalesce(bool_or((
        select true from orders o where o.project = p.code and o.paid_at is not null order by o.paid_at limit 1)), false) as has_sale
    from projects p where ${isSeen('p.code')}`,
  params: { projects: 'text[]?' },
  row: v.object(
    v.entriesFromList(['has_goods', 'has_channels', 'has_players', 'has_sale'], v.boolean()),
  ),
});
