import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { settledMoney } from './queries.ts';

/** Keeps a month as it is now; none: it is closed already. */
export const closeMonth = statement({
  name: 'ledger.close_month',
  text: `insert into settlement_months (month, rows, lines, sha256, format, closed_at, closed_by)
    values (:month, :rows, :lines, :sha256, :format, :closedAt, :closedBy) on conflict (month) do nothing`,
  params: {
    month: 'date',
    rows: 'jsonb',
    lines: 'int4',
    sha256: 'text',
    format: 'int2',
    closedAt: 'timestamptz',
    closedBy: 'text',
  },
});

export const closedMonth = statement({
  name: 'ledger.closed_month',
  text: `select case format when 1 then (select coalesce(jsonb_agg('{"merchant": ""}' || r.row order by r.n), '[]')
        from jsonb_array_elements(rows) with ordinality as r (row, n)) else rows end as rows,
      lines, sha256, format, closed_at, closed_by
    from settlement_months where month = :month`,
  params: { month: 'date' },
  row: v.object({
    /** Rows of format 1 are of all merchants together. */
    rows: v.array(settledMoney.row),
    lines: v.number(),
    sha256: v.string(),
    /** Columns of its file (settlement-csv.ts). */
    format: v.picklist([1, 2]),
    closed_at: v.date(),
    closed_by: v.string(),
  }),
});
export type ClosedMonth = RowOf<typeof closedMonth>;

/** Days of a period with money of a gateway whose statement was never compared with them. Our bank's money is in no statement. */
export const daysNotCompared = statement({
  name: 'ledger.days_not_compared',
  text: `select e.day::text as day, e.provider
    from (select distinct (at at time zone 'UTC')::date as day, provider from ledger_entries
      where at >= :from and at < :to and provider is not null and kind <> 'paid_outside') e
    where not exists (select from reconciliations r
      where r.day = e.day and r.provider = e.provider and r.finished_at is not null)
    order by e.day, e.provider`,
  params: { from: 'timestamptz', to: 'timestamptz' },
  row: v.object({ day: v.string(), provider: v.picklist(['payermax', 'paypal']) }),
});
