import type { Ctx } from '../../context.ts';
import type { Db } from '../../platform/db/pool.ts';
import { archiveMonth, type MonthResult } from './archive-month.ts';
import {
  ARCHIVE_LOCK,
  monthPartitions,
  openBusiness,
  ordersOfMonth,
  releaseArchiveLock,
  takeArchiveLock,
} from './archive-queries.ts';
import { oldBefore } from './archive-rules.ts';

const ORDERS_AT_ONCE = 5_000;

/** Why a month stays, or that it may go. Months are named by their first day. */
export type MonthState = { readonly month: string } & (
  | { readonly kind: 'young' | 'empty' | 'ready' }
  | { readonly kind: 'open'; readonly what: readonly string[] }
);

/** Which months: those that ended `months` whole months ago, and before the month `before`, by its first day. */
export type Which = { readonly months: number; readonly before: string | null };

/** Every month in the database, the oldest first. The youngest months stay by both clocks, whatever either says. */
export async function listMonths(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { months, before }: Which,
): Promise<readonly MonthState[]> {
  const earlier = Math.min(clock.nowMs(), clock.real().getTime());
  const old = oldBefore(new Date(earlier), months);
  const states: MonthState[] = [];
  for (const { month } of await db.many(monthPartitions)) {
    if (month >= old) states.push({ month, kind: 'young' });
    else if (before === null || month < before) states.push(await stateOf(db, month));
  }
  return states;
}

async function stateOf(db: Db, month: string): Promise<MonthState> {
  const open = new Map<string, number>();
  let after = '';
  for (;;) {
    const orders = await db.many(ordersOfMonth, { month, after, limit: ORDERS_AT_ONCE });
    const orderIds = orders.map(({ order_id: id }) => id);
    const last = orderIds.at(-1);
    if (last === undefined) break;
    for (const { what, count } of await db.many(openBusiness, { orderIds })) {
      open.set(what, (open.get(what) ?? 0) + count);
    }
    after = last;
  }
  if (after === '') return { month, kind: 'empty' };
  if (open.size === 0) return { month, kind: 'ready' };
  return { month, kind: 'open', what: [...open].map(([what, count]) => `${count} ${what}`) };
}

/**
 * Archives every month that may go, the oldest first. One archiver works at a time, on a connection of its own.
 * @param tell hears of each month
 * @returns how many may go and did not; or why no month was looked at
 */
export async function archiveMonths(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  which: Which,
  where: { readonly folder: string; readonly by: string },
  tell: (month: string, end: MonthState | MonthResult) => void,
): Promise<number | 'not_owner' | 'other_archives'> {
  const { db } = ctx;
  const partitions = await db.many(monthPartitions);
  if (partitions.some((each) => !each.is_owned)) return 'not_owner';
  if (!(await db.one(takeArchiveLock, { key: ARCHIVE_LOCK })).is_mine) return 'other_archives';
  try {
    let left = 0;
    for (const state of await listMonths(ctx, which)) {
      const { month } = state;
      const end = state.kind === 'ready' ? await archiveMonth(ctx, { month, ...where }) : state;
      if (state.kind === 'ready' && end.kind !== 'archived') left += 1;
      tell(month, end);
      // Another archiver may work by now.
      if (end.kind === 'lock_lost') break;
    }
    return left;
  } finally {
    await db.run(releaseArchiveLock, { key: ARCHIVE_LOCK });
  }
}
