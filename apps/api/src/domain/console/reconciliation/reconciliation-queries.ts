import * as v from 'valibot';
import { DIFFERENCE_CLASSES } from '../../reconciliation/difference.ts';
import { NEXT_STEP } from '../../reconciliation/queries.ts';
import { statement, type RowOf } from '../../../platform/db/statement.ts';
import { ORDER_NO } from '../../orders/columns.ts';

const provider = v.picklist(['payermax', 'paypal']);

/** Days of each gateway: when they were compared, and their differences. */
export const reconciledDays = statement({
  name: 'console.reconciled_days',
  text: `select d::date::text as day, p as provider, r.compared_at, r.finished_at, r.asked_at, r.captures, r.refunds, x.open, x.settled
    from generate_series(:firstDay::date, :lastDay::date, interval '1 day') as d
    cross join unnest(array['payermax', 'paypal']) as p
    left join reconciliations r on r.day = d::date and r.provider = p
    cross join lateral (
      select count(*) filter (where settled_at is null)::int4 as open, count(settled_at)::int4 as settled
      from reconciliation_differences f where f.day = d::date and f.provider = p) as x
    order by d, p`,
  params: { firstDay: 'date', lastDay: 'date' },
  row: v.object({
    day: v.string(),
    provider,
    compared_at: v.nullable(v.date()),
    finished_at: v.nullable(v.date()),
    asked_at: v.nullable(v.date()),
    /** Counts of the statement; null: not finished. */
    captures: v.nullable(v.number()),
    refunds: v.nullable(v.number()),
    open: v.number(),
    settled: v.number(),
  }),
});
export type ReconciledDay = RowOf<typeof reconciledDays>;

/** Open differences before a day. */
export const openBefore = statement({
  name: 'console.open_differences_before',
  text: `select count(*)::int4 as open, max(day)::text as day from reconciliation_differences where settled_at is null and day < :day`,
  params: { day: 'date' },
  row: v.object({ open: v.number(), day: v.nullable(v.string()) }),
});

/** Movements of a day that do not agree: those that the statement has, and those that only the ledger has. A fee is neither. */
export const disagreements = statement({
  name: 'console.disagreements',
  text: `select provider,
      count(distinct subject) filter (where not is_refund and theirs is not null)::int4 as captures_there,
      count(distinct subject) filter (where not is_refund and theirs is null)::int4 as captures_here,
      count(distinct subject) filter (where is_refund and theirs is not null)::int4 as refunds_there,
      count(distinct subject) filter (where is_refund and theirs is null)::int4 as refunds_here
    from (
      select provider, subject, theirs, refund_id is not null or class in ('refunded_there_not_here', 'refunded_here_not_there') as is_refund
      from reconciliation_differences where day = :day and subject not like 'fee:%' and (settled_how is null or settled_how = 'operator')) as differing
    group by provider`,
  params: { day: 'date' },
  row: v.object({
    provider,
    captures_there: v.number(),
    captures_here: v.number(),
    refunds_there: v.number(),
    refunds_here: v.number(),
  }),
});

/** Captures and refunds that the ledger booked on a day. */
export const bookedOfDay = statement({
  name: 'console.booked_of_day',
  text: `select provider, kind = 'capture' as is_capture, currency, sum(amount_minor)::int8 as minor
    from ledger_entries where kind in ('capture', 'refund_done', 'external_refund') and at >= :from and at < :to
      and (:projects::text[] is null or project = any (:projects))
    group by 1, 2, 3 order by 4 desc, 3`,
  params: { from: 'timestamptz', to: 'timestamptz', projects: 'text[]?' },
  row: v.object({ provider, is_capture: v.boolean(), currency: v.string(), minor: v.number() }),
});

const side = v.nullable(
  v.object({
    amount: v.string(),
    currency: v.string(),
    state: v.string(),
    at: v.nullable(v.string()),
  }),
);

const FROM = `from reconciliation_differences d
    left join refunds r on r.id = d.refund_id
    left join payment_attempts t on t.id = coalesce(d.attempt_id, r.attempt_id)
    left join orders o on o.id = t.order_id left join players p on p.id = o.player_id`;
const SEEN = `(:projects::text[] is null or o.project = any (:projects))`;

/** Differences of a day in some projects, open ones first; without projects also those of no order. */
export const differencesOfDay = statement({
  name: 'console.differences_of_day',
  text: `select d.id, d.provider, d.class, d.subject, d.refund_id, d.ours, d.theirs, d.explanation, d.settled_at, d.settled_how,
      ${NEXT_STEP} as next_step, o.id as order_id, ${ORDER_NO}, o.project, p.name as character
    ${FROM} where d.day = :day and ${SEEN}
    order by d.settled_at is not null, d.id limit :limit`,
  params: { day: 'date', projects: 'text[]?', limit: 'int8' },
  row: v.object({
    id: v.number(),
    provider,
    class: v.picklist(DIFFERENCE_CLASSES),
    subject: v.string(),
    refund_id: v.nullable(v.string()),
    ours: side,
    theirs: side,
    explanation: v.string(),
    settled_at: v.nullable(v.date()),
    settled_how: v.nullable(v.picklist(['repaired', 'gone', 'operator'])),
    next_step: v.nullable(v.picklist(['decide', 'repair'])),
    order_id: v.nullable(v.string()),
    order_no: v.nullable(v.string()),
    project: v.nullable(v.string()),
    character: v.nullable(v.string()),
  }),
});
export type DayDifference = RowOf<typeof differencesOfDay>;

export const countsOfDay = statement({
  name: 'console.differences_of_day_count',
  text: `select count(*) filter (where ${SEEN})::int4 as seen, count(*) filter (where ${SEEN} and d.settled_at is null)::int4 as open,
      count(*)::int4 as all
    ${FROM} where d.day = :day`,
  params: { day: 'date', projects: 'text[]?' },
  row: v.object({ seen: v.number(), open: v.number(), all: v.number() }),
});

/** Open differences in some projects, up to `most`; without projects also those of no order. */
export const openDifferencesSeen = statement({
  name: 'console.open_differences_seen',
  text: `select count(*)::int4 as open from (select ${FROM} where d.settled_at is null and ${SEEN} limit :most) as found`,
  params: { projects: 'text[]?', most: 'int8' },
  row: v.object({ open: v.number() }),
});
