import { RETAINED } from '../../config/retention.ts';
import type { Ctx } from '../../context.ts';
import { raiseAlert, reportFailure } from '../../platform/monitoring/alert.ts';
import { purgeKind } from './purge-expired.ts';
import {
  endSlice,
  holdRun,
  recordKind,
  takeLateRun,
  takeRun,
  type TakenRun,
} from './run-queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A worker stops after this time; another one may then continue the run. */
const SLICE_MS = HOUR_MS;
/** A worker that died holds its run for this long. Longer than the longest statement. */
const LEASE_MS = 15 * MINUTE_MS;
/** A run that is open for this long is late: the last complete run is then 36 hours old. */
const LATE_MS = 12 * HOUR_MS;

/**
 * Deletes expired data once a day by the shop's clock, one worker at a time.
 * @param signal the worker stops: its work ends after the batch, and another worker continues the run
 * @returns the work that is due now, at most one function
 */
export async function dueRetention(
  ctx: Ctx,
  signal: AbortSignal,
): Promise<(() => Promise<void>)[]> {
  const run = await ctx.db.maybe(takeRun, {
    now: ctx.clock.now(),
    dayAgo: new Date(ctx.clock.nowMs() - DAY_MS),
    realNow: ctx.clock.real(),
    leaseUntil: leaseUntil(ctx),
  });
  return run === null ? [] : [() => continueRun(ctx, run, signal)];
}

const leaseUntil = ({ clock }: Ctx): Date => new Date(clock.real().getTime() + LEASE_MS);

async function continueRun(ctx: Ctx, run: TakenRun, stopping: AbortSignal): Promise<void> {
  const held = { id: run.id, slice: run.slices };
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal, AbortSignal.timeout(SLICE_MS)]);
  const holding = setInterval(() => {
    ctx.db.run(holdRun, { ...held, leaseUntil: leaseUntil(ctx) }).then(
      (rows) => rows === 0 && lost.abort(),
      // The database may answer the next time: the lease is three times as long.
      () => undefined,
    );
  }, LEASE_MS / 3);
  try {
    const isWhole = await purgeKinds(ctx, run, signal);
    // A run with a failed kind keeps its lease as a pause.
    if (!isWhole && !signal.aborted) return;
    const ended = await ctx.db.maybe(endSlice, { ...held, realNow: ctx.clock.real(), isWhole });
    if (ended !== null && isWhole) {
      ctx.log.info({ counts: ended.counts }, 'expired data was deleted');
    }
  } finally {
    clearInterval(holding);
  }
}

/** Deletes the kinds that are left. @returns whether all are done */
async function purgeKinds(ctx: Ctx, run: TakenRun, signal: AbortSignal): Promise<boolean> {
  const held = { id: run.id, slice: run.slices };
  let isWhole = true;
  for (const kind of RETAINED.filter((each) => !run.done.includes(each))) {
    try {
      const count = await purgeKind(ctx, kind, ctx.config.retentionDays[kind], signal);
      const isDone = !signal.aborted;
      const rows = await ctx.db.run(recordKind, { ...held, kind, count, isDone });
      // Stopped, or too slow: another worker holds the run now.
      if (!isDone || rows === 0) return false;
    } catch (error) {
      // The other kinds are still deleted. This one is tried again when the lease ends.
      isWhole = false;
      reportFailure(ctx, error, { retention: kind }, 'expired data of a kind was not deleted');
    }
  }
  return isWhole;
}

/** Alerts once a day, one worker of all, while the daily deletion of expired data does not end. */
export async function reportLateRetention(ctx: Ctx): Promise<void> {
  const realNow = ctx.clock.real();
  const ago = (ms: number) => new Date(realNow.getTime() - ms);
  const late = await ctx.db.maybe(takeLateRun, {
    realNow,
    before: ago(LATE_MS),
    alertedBefore: ago(DAY_MS),
  });
  if (late === null) return;
  const missing = RETAINED.filter((kind) => !late.done.includes(kind)).join(' ');
  raiseAlert(ctx, 'retention_late', { since: late.opened_at.toISOString(), missing });
}
