import * as v from 'valibot';
import { ATTEMPT_STATES } from '@webpay/contract/order-states';
import { statement } from '../../platform/db/statement.ts';
import { MERCHANT } from '../ledger/queries.ts';

const provider = v.picklist(['payermax', 'paypal']);
const period = {
  provider: 'text',
  merchant: 'text?',
  from: 'timestamptz',
  to: 'timestamptz',
} as const;

const movement = {
  ...v.entriesFromList(['attempt_id', 'currency'], v.string()),
  /** Minor units. */
  amount: v.number(),
  /** null: not booked. */
  at: v.nullable(v.date()),
};

/**
 * Attempts that a statement names by either number, and those booked in the period. Found money
 * counts when its gateway took it, because it is booked days later.
 */
export const ourCaptures = statement({
  name: 'reconciliation.captures_here',
  text: `select a.id as attempt_id, a.state, a.amount_minor as amount, a.currency, a.capture_ref, coalesce(f.captured_at, e.at) as at,
      (select coalesce(sum(case b.kind when 'chargeback_won_back' then -b.amount_minor else b.amount_minor end), 0)
        from ledger_entries b where b.order_id = a.order_id and b.attempt_id = a.id
          and b.kind in ('refund_done', 'external_refund', 'chargeback_lost', 'chargeback_won_back'))::int8 as back_minor,
      exists (select from disputes c where c.attempt_id = a.id and c.state in ('open', 'lost')) as has_dispute
    from payment_attempts a left join ledger_entries e on e.kind = 'capture' and e.subject = a.id
      left join found_money f on f.attempt_id = a.id
    where a.provider = :provider and a.merchant is not distinct from :merchant and a.id in (
      select unnest(:attemptIds::text[])
      union select n.id from payment_attempts n where n.provider = :provider and n.capture_ref = any (:captureRefs)
      union select t.subject from ledger_entries t
        where t.kind = 'capture' and t.provider = :provider and t.at >= :from and t.at < :to
      union select c.attempt_id from found_money c
        where c.provider = :provider and c.captured_at >= :from and c.captured_at < :to)`,
  params: { ...period, attemptIds: 'text[]', captureRefs: 'text[]' },
  row: v.object({
    ...movement,
    state: v.picklist(ATTEMPT_STATES),
    capture_ref: v.nullable(v.string()),
    /** Refunds and lost disputes. */
    back_minor: v.number(),
    /** A dispute about it is open or was lost. */
    has_dispute: v.boolean(),
  }),
});

/** The merchants whose payments, refunds and quarantined money were booked in a period; null: the default one. */
export const merchantsBooked = statement({
  name: 'reconciliation.merchants_booked',
  text: `select distinct nullif(${MERCHANT}, '') as merchant from ledger_entries l left join payment_attempts a on a.id = l.attempt_id
    where l.kind in ('capture', 'refund_done', 'external_refund', 'quarantined') and l.provider = :provider and l.at >= :from and l.at < :to`,
  params: { provider: 'text', from: 'timestamptz', to: 'timestamptz' },
  row: v.object({ merchant: v.nullable(v.string()) }),
});

/** Refunds that a statement names by either number, and those booked in the period. */
export const ourRefunds = statement({
  name: 'reconciliation.refunds_here',
  text: `select r.id as refund_id, r.attempt_id, r.gateway_ref, r.state, r.amount_minor as amount, r.currency, e.at
    from refunds r
    left join ledger_entries e on e.kind in ('refund_done', 'external_refund') and e.subject = r.id
    where (select a.provider = :provider and a.merchant is not distinct from :merchant
        from payment_attempts a where a.id = r.attempt_id)
      and r.id in (
      select unnest(:refundIds::text[])
      union select n.id from refunds n where n.gateway_ref = any (:gatewayRefs)
      union select t.subject from ledger_entries t where t.kind in ('refund_done', 'external_refund')
        and t.provider = :provider and t.at >= :from and t.at < :to)`,
  params: { ...period, refundIds: 'text[]', gatewayRefs: 'text[]' },
  row: v.object({
    ...movement,
    ...v.entriesFromList(['refund_id', 'state'], v.string()),
    gateway_ref: v.nullable(v.string()),
  }),
});

/** Gateway numbers of captures that lie in quarantine. */
export const quarantinedCaptures = statement({
  name: 'reconciliation.quarantined_captures',
  text: `select n.number from unnest(:numbers::text[]) as n(number)
    where exists (select from ledger_entries q
        where q.kind = 'quarantined' and q.subject = :provider || ':' || n.number)
      and not exists (select from ledger_entries q
        where q.kind = 'quarantine_released' and q.subject = :provider || ':' || n.number)`,
  params: { provider: 'text', numbers: 'text[]' },
  row: v.object({ number: v.string() }),
});

/** Money that went to quarantine in the period and still lies there; `attempt_id` null: none of ours was named. */
export const quarantinedInPeriod = statement({
  name: 'reconciliation.held_in_period',
  text: `select substr(q.subject, length(:provider) + 2) as number, q.amount_minor as amount, q.currency, q.attempt_id, q.at,
      'quarantined' as state
    from ledger_entries q
    where q.kind = 'quarantined' and q.provider = :provider and q.at >= :from and q.at < :to
      and not exists (select from ledger_entries r
        where r.kind = 'quarantine_released' and r.subject = q.subject)
      and (select w.result ->> 'merchant' from quarantine w where w.result ->> 'merchant' is not null and w.provider = q.provider and w.at = q.at
        and w.provider || ':' || (w.result ->> 'captureRef') = q.subject limit 1) is not distinct from :merchant
    order by q.id`,
  params: period,
  row: v.object({
    ...movement,
    ...v.entriesFromList(['number', 'state'], v.string()),
    attempt_id: v.nullable(v.string()),
  }),
});

/** Books the fees of a statement, once each. */
export const bookFees = statement({
  name: 'reconciliation.book_fees',
  text: `select count(*) filter (where post_fee(f.what, f.attempt, null, f.currency, f.amount, f.at)) as booked
    from unnest(:subjects::text[], :attemptIds::text[], :currencies::text[], :amountsMinor::int8[], :chargedAts::timestamptz[])
      as f(what, attempt, currency, amount, at)`,
  params: {
    subjects: 'text[]',
    attemptIds: 'text[]',
    currencies: 'text[]',
    amountsMinor: 'int8[]',
    chargedAts: 'timestamptz[]',
  },
  row: v.object({ booked: v.number() }),
});

/** Stores a difference; `is_new`: first seen or back. A settled one stays settled. */
export const storeDifference = statement({
  name: 'reconciliation.store_difference',
  text: `with before as (
      select id, settled_how from reconciliation_differences where provider = :provider and class = :class and subject = :subject
    )
    insert into reconciliation_differences
      (provider, merchant, class, subject, attempt_id, refund_id, ours, theirs, explanation, day, found_at, seen_at)
    values (:provider, :merchant, :class, :subject, :attemptId, :refundId, :ours, :theirs, :explanation, :day, :foundAt, :foundAt)
    on conflict on constraint one_difference_per_subject do update set
      merchant = excluded.merchant, attempt_id = excluded.attempt_id, refund_id = excluded.refund_id, ours = excluded.ours, theirs = excluded.theirs,
      explanation = excluded.explanation, seen_at = excluded.seen_at,
      settled_at = case reconciliation_differences.settled_how when 'operator' then reconciliation_differences.settled_at end,
      settled_how = case reconciliation_differences.settled_how when 'operator' then 'operator' end
    returning id, settled_at is null as is_open,
      not exists (select from before where settled_how is null or settled_how = 'operator') as is_new`,
  params: {
    provider: 'text',
    merchant: 'text?',
    class: 'text',
    subject: 'text',
    attemptId: 'text?',
    refundId: 'text?',
    ours: 'jsonb?',
    theirs: 'jsonb?',
    explanation: 'text',
    day: 'date',
    foundAt: 'timestamptz',
  },
  row: v.object({ id: v.number(), is_open: v.boolean(), is_new: v.boolean() }),
});

/** Settles the differences of a day that were not found again. */
export const settleOthers = statement({
  name: 'reconciliation.settle_others',
  text: `update reconciliation_differences set settled_at = :settledAt, settled_how = :settledHow
    where provider = :provider and merchant is not distinct from :merchant and day = :day and settled_at is null and id <> all (:foundIds)`,
  params: {
    provider: 'text',
    merchant: 'text?',
    day: 'date',
    foundIds: 'int8[]',
    settledAt: 'timestamptz',
    settledHow: 'text',
  },
});

export const settleOne = statement({
  name: 'reconciliation.settle_one',
  text: `update reconciliation_differences set settled_at = :settledAt, settled_how = :settledHow
    where id = :differenceId and settled_at is null`,
  params: { differenceId: 'int8', settledAt: 'timestamptz', settledHow: 'text' },
});

/**
 * The next step about a difference `d` with money at a gateway that is not in the ledger.
 * `repair`: our attempt of that sum has not heard of it; `decide`: adopt it, or pay it back. An attempt whose gateway cannot
 * be asked about it is repaired by nothing, nor is one of another merchant. A submitted wallet is asked by PayPal's list.
 */
export const NEXT_STEP = `case
      when d.refund_id is not null or d.theirs is null then null
      when d.class = 'captured_there_unknown_here' then
        case when d.attempt_id is null or d.ours ->> 'state' in ('SUCCEEDED', 'CREATED')
            or exists (select from payment_attempts a where a.id = d.attempt_id and a.provider = 'paypal' and a.gateway_ref is null
                and not (a.method = 'wallet' and a.submitted_at is not null)
              or a.id = d.attempt_id and a.merchant is distinct from d.merchant)
          then 'decide' else 'repair' end
      when d.class in ('amount_differs', 'currency_differs') and d.ours ->> 'at' is null then 'decide' end`;

export const openDifferences = statement({
  name: 'reconciliation.open',
  text: `select id, class, explanation, day::text as day, attempt_id, ${NEXT_STEP} as next_step
    from reconciliation_differences d where settled_at is null order by day, id`,
  row: v.object({
    id: v.number(),
    ...v.entriesFromList(['class', 'explanation', 'day'], v.string()),
    attempt_id: v.nullable(v.string()),
    next_step: v.nullable(v.picklist(['decide', 'repair'])),
  }),
});

/** Leases unreconciled days since the first ledger entry, at most a week back, and those that an operator asked for. */
export const takeDueDays = statement({
  name: 'reconciliation.take_due_days',
  text: `insert into reconciliations (day, provider, lease_until)
    select due.day, due.provider, :leaseUntil
    from (
      select d::date as day, p as provider
      from (select at from ledger_entries order by id limit 1) as first,
        generate_series(greatest((first.at at time zone 'UTC')::date, :lastDay::date - 6), :lastDay::date, interval '1 day') as d,
        unnest(array['payermax', 'paypal']) as p
      union
      select r.day, r.provider from reconciliations r
      where r.asked_at >= :askedSince and (r.finished_at is null or r.asked_at > r.finished_at)
    ) as due
    on conflict on constraint one_reconciliation_per_day do update set lease_until = excluded.lease_until
      where (reconciliations.finished_at is null or reconciliations.asked_at > reconciliations.finished_at)
        and reconciliations.lease_until <= :realNow
    returning day::text as day, provider`,
  params: {
    lastDay: 'date',
    askedSince: 'timestamptz',
    realNow: 'timestamptz',
    leaseUntil: 'timestamptz',
  },
  row: v.object({ day: v.string(), provider }),
});

/** Makes a day of all gateways due again, unless somebody asked for it since `askedBefore`. */
export const askForDay = statement({
  name: 'reconciliation.ask_for_day',
  text: `insert into reconciliations (day, provider, lease_until, asked_at)
    select :day, p, :askedAt, :askedAt from unnest(array['payermax', 'paypal']) as p
    on conflict on constraint one_reconciliation_per_day do update
      set asked_at = excluded.asked_at, lease_until = least(reconciliations.lease_until, excluded.lease_until)
      where reconciliations.asked_at is null or reconciliations.asked_at <= :askedBefore`,
  params: { day: 'date', askedAt: 'timestamptz', askedBefore: 'timestamptz' },
});

/** Records a comparison of a day that stays due. */
export const recordComparison = statement({
  name: 'reconciliation.record_comparison',
  text: `insert into reconciliations (day, provider, lease_until, compared_at) values (:day, :provider, :comparedAt, :comparedAt)
    on conflict on constraint one_reconciliation_per_day do update set compared_at = excluded.compared_at`,
  params: { day: 'date', provider: 'text', comparedAt: 'timestamptz' },
});

export const finishDay = statement({
  name: 'reconciliation.finish_day',
  text: `insert into reconciliations (day, provider, lease_until, finished_at, captures, refunds)
    values (:day, :provider, :finishedAt, :finishedAt, :captures, :refunds)
    on conflict on constraint one_reconciliation_per_day do update set
      finished_at = excluded.finished_at, captures = excluded.captures, refunds = excluded.refunds`,
  params: {
    day: 'date',
    provider: 'text',
    finishedAt: 'timestamptz',
    captures: 'int4',
    refunds: 'int4',
  },
});

/** The last order that a database knows, and their number: for a restored one. */
export const newestOrder = statement({
  name: 'reconciliation.newest_order',
  text: `select count(*)::int8 as orders, max(created_at) as at from orders`,
  row: v.object({ orders: v.number(), at: v.nullable(v.date()) }),
});
