import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { settledMoney } from './queries.ts';

/** Keeps a month as it is now; none: it is closed already. */
export const closeMonth = statement({
  name: 'ledger.close_month',
  text: `insert into settlement_months (month, rows, lines, sha256, closed_at, closed_by)
    values (:month, :rows, :lines, :sha256, :closedAt, :closedBy) on conflict (month) do nothing`,
  params: {
    month: 'date',
    rows: 'jsonb',
    lines: 'int4',
    sha256: 'text',
    closedAt: 'timestamptz',
    closedBy: 'text',
  },
});

export const closedMonth = statement({
  name: 'ledger.closed_month',
  text: `select rows, lines, sha256, closed_at, closed_by from settlement_months where month = :month`,
  params: { month: 'date' },
  row: v.object({
    rows: v.array(settledMoney.row),
    lines: v.number(),
    sha256: v.string(),
    closed_at: v.date(),
    closed_by: v.string(),
  }),
});
export type ClosedMonth = RowOf<typeof closedMonth>;
