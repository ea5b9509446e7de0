import type { ActionOf } from '@webpay/contract/console/actions';
import type { Ctx } from '../../context.ts';
import { periodOfMonth, readClosedMonth } from '../ledger/closed-months.ts';
import { closeMonth, daysNotCompared } from '../ledger/month-queries.ts';
import { daysToCheck } from '../ledger/queries.ts';
import { settlementFile } from '../ledger/settlement-csv.ts';
import { settledRows } from '../ledger/settlement-report.ts';
import { NAMES } from '../reconciliation/difference.ts';
import type { Acts, ActRefused, By, Finish, Subject } from './act.ts';

/** Lines of a closed file, as of a download. */
const MAX_LINES = 20_000;
const DAY_MS = 86_400_000;
const refused = (why: string): ActRefused => ({ kind: 'refused', why });

/** Steps with the settlement. */
export const SETTLEMENT_ACTS: Acts<'close_month'> = {
  close_month: { find: findMonth, run: close },
};

/** A month has the money of all projects: only an operator of all projects closes it. Null: it has not begun. */
async function findMonth(
  { clock }: Ctx,
  { month }: ActionOf<'close_month'>,
): Promise<Subject | null> {
  if (periodOfMonth(month).from.getTime() > clock.nowMs()) return null;
  const last = new Date(periodOfMonth(month).to.getTime() - DAY_MS).toISOString().slice(0, 10);
  return {
    kind: 'month',
    id: month,
    name: `settlement of ${month}`,
    project: '',
    path: `/settlement?days=${month}-01..${last}`,
    playerId: null,
    orderId: null,
  };
}

/** Keeps the month's rows. The plan names their hash, so that a sum that moves meanwhile refuses the step. */
async function close(
  ctx: Ctx,
  { month }: ActionOf<'close_month'>,
  finish: Finish,
  by: By,
): Promise<{ readonly kind: 'done' } | ActRefused> {
  const { db, clock } = ctx;
  const period = periodOfMonth(month);
  if (period.to.getTime() > clock.nowMs()) return refused('month_not_ended');
  if ((await readClosedMonth(db, month)) !== null) return refused('month_closed_already');
  const open = await db.many(daysNotCompared, period);
  if (open.length > 0) {
    const said = open.map(({ day, provider }) => `${day} ${NAMES[provider]}`).join(', ');
    return { kind: 'refused', why: 'month_not_compared', said: `${said}.` };
  }
  // Before the transaction: it reads for seconds in a big shop.
  const rows = await settledRows(db, period);
  if (rows.length > MAX_LINES) return refused('month_too_long');
  const { lines, sha256, format } = settlementFile(rows);
  const unproved = await daysNotProved(ctx, month);
  return db.transaction(async (tx) => {
    const isClosed = await tx.run(closeMonth, {
      month: `${month}-01`,
      rows,
      lines,
      sha256,
      format,
      closedAt: clock.real(),
      closedBy: by.name,
    });
    if (isClosed !== 1) return refused('month_closed_already');
    await finish(tx, {
      title: `Close ${month}`,
      effects: [
        `The file of all projects stays as it is now: ${lines} ${lines === 1 ? 'line' : 'lines'}, SHA-256 ${sha256}.`,
        'A later entry of the ledger is shown as a difference. The file does not change, and no step opens the month again.',
        ...(unproved === 0
          ? []
          : [`${unproved} days are not proved to agree with payments and refunds yet.`]),
      ],
      amount: null,
      worth: null,
      change: { month, lines, sha256 },
    });
    return { kind: 'done' };
  });
}

/** Days of a month whose ledger was not found to agree with its payments. */
async function daysNotProved({ db }: Ctx, month: string): Promise<number> {
  const lastDay = new Date(periodOfMonth(month).to.getTime() - DAY_MS).toISOString().slice(0, 10);
  const days = await db.many(daysToCheck, { lastDay, limit: 31 });
  return days.filter(({ day }) => day.startsWith(month)).length;
}
