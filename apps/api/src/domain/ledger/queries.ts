import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';

/** The highest number of an entry; 0: none. */
export const lastEntry = statement({
  name: 'ledger.last_entry',
  text: `select coalesce(max(id), 0) as id from ledger_entries`,
  row: v.object({ id: v.number() }),
});

/** Signed sums of the entries with these numbers; the database writes the entries (docs/decisions/0013). */
export const balances = statement({
  name: 'ledger.balances',
  text: `select account, currency, sum(signed_minor)::int8 as signed_minor
    from ledger_lines where id > :afterId and id <= :upToId group by account, currency`,
  params: { afterId: 'int8', upToId: 'int8' },
  row: v.object({ account: v.string(), currency: v.string(), signed_minor: v.number() }),
});

/** Days (UTC) from the first entry to `lastDay` that no check found sound, the newest first; `limit` null: all. */
export const daysToCheck = statement({
  name: 'ledger.days_to_check',
  text: `select d::date::text as day
    from (select at from ledger_entries order by id limit 1) as first,
      generate_series((first.at at time zone 'UTC')::date, :lastDay::date, interval '1 day') as d
    where not exists (select from ledger_checks c where c.day = d::date and c.found = 0)
    order by d desc limit :limit`,
  params: { lastDay: 'date', limit: 'int8?' },
  row: v.object({ day: v.string() }),
});

export const recordCheck = statement({
  name: 'ledger.record_check',
  text: `insert into ledger_checks (day, found, checked_at) values (:day, :found, :checkedAt)
    on conflict (day) do update set found = excluded.found, checked_at = excluded.checked_at`,
  params: { day: 'date', found: 'int4', checkedAt: 'timestamptz' },
});

/** Movements that end a refund: at a gateway, in a gateway's own pages, or by our bank. */
const REFUND_KINDS = `('refund_done', 'external_refund', 'paid_outside')`;
const OFF = `sum(case :account when e.debit then e.amount_minor when e.credit then -e.amount_minor else 0 end)`;
const offOf = (account: string) => OFF.replace(':account', `'${account}'`);

/**
 * Discrepancies of the money that moved in a period, one per payment or refund; no row in a sound
 * ledger. Same rules as `ledger_discrepancies()`, which reads the whole ledger, for tests.
 */
export const ledgerDiscrepancies = statement({
  name: 'ledger.discrepancies',
  text: `with day as materialized (
      select * from ledger_entries where at >= :from and at < :to
    ), off as (
      select 'more refunded or earned than paid' as what, p.attempt_id as subject, s.currency, s.off_minor
        from (select distinct order_id, attempt_id from day where 'owed_to_players' in (debit, credit)) p
        cross join lateral (
          select e.currency, ${offOf('owed_to_players')} as off_minor from ledger_entries e
          where e.order_id = p.order_id and e.attempt_id = p.attempt_id group by e.currency) s
        where s.off_minor > 0
      union all
      select 'refunded more than reserved', p.refund_id, s.currency, s.off_minor
        from (select distinct order_id, refund_id from day where 'refunds_owed' in (debit, credit)) p
        cross join lateral (
          select e.currency, ${offOf('refunds_owed')} as off_minor from ledger_entries e
          where e.order_id = p.order_id and e.refund_id = p.refund_id group by e.currency) s
        where s.off_minor > 0
      union all
      select 'capture amount differs from attempt', e.subject, e.currency, e.amount_minor - coalesce(a.captured_minor, 0)
        from day e left join payment_attempts a on a.id = e.subject and a.state = 'SUCCEEDED'
        where e.kind = 'capture' and (e.amount_minor, e.currency) is distinct from (a.captured_minor, a.currency)
      union all
      select 'an attempt took money that is not in the ledger', a.id, a.currency, -a.captured_minor
        from payment_attempts a where a.updated_at >= :from and a.updated_at < :to and a.state = 'SUCCEEDED'
          and not exists (select from ledger_entries e where e.kind = 'capture' and e.subject = a.id)
      union all
      select 'ledger refund differs from refund', e.subject, e.currency, e.amount_minor - coalesce(r.amount_minor, 0)
        from day e left join refunds r on r.id = e.subject and r.state = 'SUCCEEDED'
        where e.kind in ${REFUND_KINDS}
          and (e.amount_minor, e.currency) is distinct from (r.amount_minor, r.currency)
      union all
      select 'a refund succeeded that is not in the ledger', r.id, r.currency, -r.amount_minor
        from refunds r where r.updated_at >= :from and r.updated_at < :to and r.state = 'SUCCEEDED'
          and not exists (select from ledger_entries e where e.kind = 'refund_done' and e.subject = r.id)
          and not exists (select from ledger_entries e where e.kind = 'external_refund' and e.subject = r.id)
          and not exists (select from ledger_entries e where e.kind = 'paid_outside' and e.subject = r.id)
    )
    select what, subject, currency, off_minor::int8 as off_minor from off order by what, subject limit 200`,
  params: { from: 'timestamptz', to: 'timestamptz' },
  row: v.object({
    what: v.string(),
    /** The attempt or refund. */
    subject: v.string(),
    currency: v.string(),
    off_minor: v.number(),
  }),
});

/** The tax in a sum of a payment, minor units, half a unit rounded up. */
const taxIn = (sum: string) =>
  `div((${sum})::numeric * tax_thousandths * 2 + 100000 + tax_thousandths, (100000 + tax_thousandths) * 2)`;
const SALE_KINDS = `('capture', 'refund_done', 'external_refund', 'paid_outside', 'chargeback_lost', 'chargeback_won_back')`;
/** Accounts of money itself: at the gateways, and that of our own bank. */
export const MONEY_ACCOUNTS = `('gateway', 'bank')`;
/** Channel of a line `l`: money that our bank paid back has one of its own, because no gateway settles it. */
export const CHANNEL = `case l.account when 'bank' then 'paid_outside' else coalesce(l.pay_id, l.provider) end`;

/**
 * Merchant whose account a line `l` moved, empty: the default one. It is that of its payment `a`; money in quarantine lies at the
 * account that told of it, whichever payment it names.
 */
export const MERCHANT = `coalesce(case when l.kind in ('quarantined', 'quarantine_released') then (
        select w.result ->> 'merchant' from ledger_entries q join quarantine w on w.at = q.at and w.provider = q.provider
        where q.kind = 'quarantined' and q.subject = l.subject and w.result ->> 'merchant' is not null
          and w.provider || ':' || (w.result ->> 'captureRef') = q.subject limit 1) else a.merchant end, '')`;

/**
 * Sums of the gateway accounts and the bank in a period, by project, channel, country, rate of tax, currency and merchant. Tax of a movement
 * = tax after it − tax before it, so partial refunds sum exactly and match the receipt.
 */
export const settledMoney = statement({
  name: 'ledger.settled_money',
  text: `select coalesce(project, '') as project, channel,
      coalesce(nullif(country, 'ZZ'), '') as country, tax_thousandths, currency, merchant,
      count(*) filter (where kind = 'capture') as captures,
      coalesce(sum(amount_minor) filter (where kind = 'capture'), 0)::int8 as captured,
      count(*) filter (where kind in ${REFUND_KINDS}) as refunds,
      coalesce(sum(amount_minor) filter (where kind in ${REFUND_KINDS}), 0)::int8 as refunded,
      count(*) filter (where kind = 'chargeback_lost') as chargebacks,
      coalesce(-sum(signed_minor) filter (where kind in ('chargeback_lost', 'chargeback_won_back')), 0)::int8
        as charged_back,
      coalesce(sum(amount_minor) filter (where kind = 'fee'), 0)::int8 as fees,
      coalesce(sum(signed_minor) filter (where kind in ('quarantined', 'quarantine_released')), 0)::int8 as quarantined,
      sum(signed_minor)::int8 as net,
      coalesce(sum(${taxIn('before_minor + signed_minor')} - ${taxIn('before_minor')}) filter (where is_sale), 0)::int8 as tax,
      count(*) filter (where kind = 'capture' and tax_thousandths is null) as tax_unknown,
      coalesce(bool_or(is_sale), false) as has_sales
    from (
      select l.*, ${CHANNEL} as channel, ${MERCHANT} as merchant, abs(l.signed_minor) as amount_minor, a.tax_thousandths, a.country,
        l.kind in ${SALE_KINDS} as is_sale, coalesce(earlier.minor, 0) as before_minor
      from ledger_lines l left join payment_attempts a on a.id = l.attempt_id
      left join lateral (
        select sum(b.signed_minor) as minor from ledger_lines b
        where b.order_id = l.order_id and b.attempt_id = l.attempt_id and b.account in ${MONEY_ACCOUNTS}
          and b.kind in ${SALE_KINDS} and b.id < l.id) as earlier on l.kind <> 'capture'
      where l.account in ${MONEY_ACCOUNTS} and l.at >= :from and l.at < :to) as money
    group by 1, 2, 3, 4, 5, 6`,
  params: { from: 'timestamptz', to: 'timestamptz' },
  row: v.object({
    project: v.string(),
    channel: v.string(),
    /** Empty: no payment of ours says it, or found money has the code for an unknown country. */
    country: v.string(),
    /** Thousandths of a percent; null: an old release kept none, or the money fits no payment. */
    tax_thousandths: v.nullable(v.number()),
    currency: v.string(),
    /** A key of MERCHANTS_FILE; empty: the default merchant. */
    merchant: v.string(),
    captures: v.number(),
    captured: v.number(),
    refunds: v.number(),
    refunded: v.number(),
    chargebacks: v.number(),
    charged_back: v.number(),
    fees: v.number(),
    quarantined: v.number(),
    net: v.number(),
    /** Minor units. */
    tax: v.number(),
    /** Captures whose orders predate stored tax. */
    tax_unknown: v.number(),
    /** False: quarantined money and fees only, which have no tax. */
    has_sales: v.boolean(),
  }),
});
export type Settled = RowOf<typeof settledMoney>;
