import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../../context.ts';
import { openBefore, reconciledDays, type ReconciledDay } from './reconciliation-queries.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;

type Days = ConsoleResult<'reconciliation'>;

/** The last days of the statements against the ledger. Gateways date them by real time. */
export async function readReconciliation({ db, clock }: Ctx): Promise<Days> {
  const real = clock.real().getTime();
  const firstDay = dayOf(real - (DAYS - 1) * DAY_MS);
  const rows = await db.many(reconciledDays, { firstDay, lastDay: dayOf(real) });
  const earlier = await db.one(openBefore, { day: firstDay });
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return {
    days: [...byDay].map(([day, gateways]) => tileOf(day, gateways)),
    earlier,
    now: real,
  };
}

function tileOf(day: string, gateways: readonly ReconciledDay[]): Days['days'][number] {
  const open = gateways.reduce((sum, each) => sum + each.open, 0);
  const settled = gateways.reduce((sum, each) => sum + each.settled, 0);
  const isCompared = gateways.every((each) => heldAt(each) !== null);
  return { day, state: stateOf(open, settled, isCompared), open, settled };
}

function stateOf(
  open: number,
  settled: number,
  isCompared: boolean,
): Days['days'][number]['state'] {
  if (open > 0) return 'open';
  if (!isCompared) return 'none';
  return settled > 0 ? 'mended' : 'agrees';
}

/** Time of the last comparison of a gateway's day; null: none yet. */
export function heldAt({
  compared_at: compared,
  finished_at: finished,
}: Pick<ReconciledDay, 'compared_at' | 'finished_at'>): number | null {
  if (compared === null && finished === null) return null;
  return Math.max(compared?.getTime() ?? 0, finished?.getTime() ?? 0);
}

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
