import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../../context.ts';
import type { Settled } from '../../ledger/queries.ts';
import { isTaxKnown, settlementFile } from '../../ledger/settlement-csv.ts';
import { checkedDays } from './settlement-queries.ts';
import { formatOf } from '../../ledger/closed-months.ts';
import { filteredRows, merchantName } from '../../ledger/settlement-report.ts';
import { refused, type Operator, type Refused } from '../../operators/operator.ts';
import { projectName } from '../names.ts';
import { scopeOf, type Sees } from '../scope.ts';
import { DAY_MS, readPeriod } from './period.ts';
import { readPeriodRows, TOO_BUSY, type Reader } from './one-by-one.ts';
import { monthShown, readMonth } from './read-month.ts';
import { rowId } from './row-id.ts';

/** Rows of the screen; further ones are in the file. */
const MAX_ROWS = 1_000;
/** Lines of a file. */
const MAX_LINES = 20_000;

type Settlement = ConsoleResult<'settlement'>;

/** Money by project, channel, country, rate of tax, currency and merchant, its sums by currency, and the hash of its CSV. */
export async function readSettlement(
  ctx: Ctx,
  operator: Sees & Reader & Pick<Operator, 'roles'>,
  input: ConsoleInput<'settlement'>,
): Promise<Settlement | Refused> {
  const period = readPeriod(input);
  if ('refused' in period) return period;
  const read = await readPeriodRows(ctx, operator, period);
  if (read === null) return TOO_BUSY;
  const projects = scopeOf(operator, input.project);
  const seen = filteredRows(read, { projects });
  const rows = filteredRows(seen, { ...input, projects });
  const month = await readMonth(ctx, input);
  const { text: _, ...csv } = settlementFile(rows, formatOf(month.closed, input.merchant));
  const checked = await ctx.db.one(checkedDays, { firstDay: input.from, lastDay: input.to });
  const now = ctx.clock.nowMs();
  const ended = Math.floor((now - period.from.getTime()) / DAY_MS);
  return {
    items: rows.slice(0, MAX_ROWS).map((row) => rowOf(ctx, row)),
    count: rows.length,
    totals: totalsOf(rows),
    csv,
    month: monthShown(ctx, operator, month, { projects, seen }),
    days: { all: period.days, ended: Math.min(period.days, Math.max(0, ended)), ...checked },
    found: {
      channels: valuesOf(seen, ({ channel }) => channel),
      countries: valuesOf(seen, ({ country }) => country),
      currencies: valuesOf(seen, ({ currency }) => currency),
      merchants: valuesOf(seen, ({ merchant }) => merchantName(merchant)),
    },
    now,
  };
}

/** The same as the CSV of `npm run settlement`. */
export async function settlementCsv(
  ctx: Ctx,
  operator: Sees & Reader,
  input: ConsoleInput<'settlementCsv'>,
): Promise<ConsoleResult<'settlementCsv'> | Refused> {
  const period = readPeriod(input);
  if ('refused' in period) return period;
  const read = await readPeriodRows(ctx, operator, period);
  if (read === null) return TOO_BUSY;
  const rows = filteredRows(read, { ...input, projects: scopeOf(operator, input.project) });
  if (rows.length > MAX_LINES) {
    return refused(422, 'too_wide', `The file would have over ${MAX_LINES} lines. Narrow it.`);
  }
  const { from, to, project, channel, country, currency, merchant } = input;
  const parts = ['settlement', from, to, project, channel, country, currency, merchant];
  const name = `${parts.filter((part) => part !== undefined).join('_')}.csv`;
  const { closed } = await readMonth(ctx, input);
  return { name, ...settlementFile(rows, formatOf(closed, merchant)) };
}

function rowOf(ctx: Pick<Ctx, 'catalogue'>, row: Settled): Settlement['items'][number] {
  const { project: code, channel, country, tax_thousandths, merchant } = row;
  return {
    id: rowId(row),
    project: code === '' ? null : projectName(ctx, code),
    channel,
    country: country === '' ? null : country,
    tax_thousandths,
    merchant: merchant === '' ? null : merchant,
    ...sumsOf(row),
  };
}

type Total = Settlement['totals'][number];

function sumsOf(row: Settled): Total {
  return { ...added(NOTHING, row), currency: row.currency, tax: isTaxKnown(row) ? row.tax : null };
}

const NOTHING: Total = {
  currency: '',
  captures: 0,
  captured: 0,
  refunds: 0,
  refunded: 0,
  chargebacks: 0,
  charged_back: 0,
  fees: 0,
  quarantined: 0,
  net: 0,
  tax: 0,
  tax_unknown: 0,
};

/** Sums of each currency; one unknown tax makes the tax of all unknown. */
function totalsOf(rows: readonly Settled[]): Total[] {
  const totals = new Map<string, Total>();
  for (const row of rows) {
    const sums = sumsOf(row);
    const before = totals.get(row.currency);
    totals.set(row.currency, before === undefined ? sums : added(before, sums));
  }
  return [...totals.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

function added(a: Total, b: Total): Total {
  return {
    currency: a.currency,
    captures: a.captures + b.captures,
    captured: a.captured + b.captured,
    refunds: a.refunds + b.refunds,
    refunded: a.refunded + b.refunded,
    chargebacks: a.chargebacks + b.chargebacks,
    charged_back: a.charged_back + b.charged_back,
    fees: a.fees + b.fees,
    quarantined: a.quarantined + b.quarantined,
    net: a.net + b.net,
    tax: a.tax === null || b.tax === null ? null : a.tax + b.tax,
    tax_unknown: a.tax_unknown + b.tax_unknown,
  };
}

function valuesOf(rows: readonly Settled[], of: (row: Settled) => string): string[] {
  return [...new Set(rows.map(of))].filter((value) => value !== '').toSorted();
}
