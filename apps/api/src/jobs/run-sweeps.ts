import { setTimeout as pause } from 'node:timers/promises';
import type { Ctx } from '../context.ts';
import { reportFailure } from '../platform/monitoring/alert.ts';
import type { Bulkhead } from '../platform/resilience/bulkhead.ts';
import { asRoot } from '../platform/tracing/trace.ts';
import { kindsDue, WATCHED, type Watched } from './queries.ts';
import { countDueMails } from './mail-work.ts';
import { SWEEPS, type Sweep } from './sweeps.ts';

/** Rows processed concurrently, so that a slow gateway does not delay the others. */
const CONCURRENCY = 10;
const LOOK_EVERY_MS = 1_000;
/** A locked table must not delay sweeps of other tables. */
const ANSWER_MS = 2_000;
/** Keeps the sweeps of an idle shop from running too often. */
const LEAST_SCALE = 0.3;

async function runSweep(
  ctx: Ctx,
  bulkhead: Bulkhead,
  sweep: Sweep,
  signal: AbortSignal,
): Promise<void> {
  try {
    const work = await sweep.due(ctx, bulkhead, signal);
    ctx.metrics.sweepBacklog.set({ kind: sweep.kind }, work.length);
    const queue = work.values();
    await Promise.all(Array.from({ length: CONCURRENCY }, () => drain(ctx, sweep.kind, queue)));
  } catch (error) {
    const { kind } = sweep;
    reportFailure(ctx, error, { sweep: kind }, 'a sweep failed; the next one tries again');
  }
}

async function drain(
  ctx: Ctx,
  kind: string,
  queue: IterableIterator<() => Promise<unknown>>,
): Promise<void> {
  for (const processRow of queue) {
    try {
      await asRoot(ctx.trace, { name: `sweep ${kind}`, kind: 'consumer' }, processRow);
    } catch (error) {
      reportFailure(ctx, error, { sweep: kind }, 'one row of a sweep failed; it stays due');
    }
  }
}

/** Sweeps until stopped; each kind runs alone, and a slow one delays no other. */
export function startSweeps(ctx: Ctx, bulkhead: Bulkhead): { stop(): Promise<void> } {
  const scale = Math.max(ctx.config.waitScale.pauses, LEAST_SCALE);
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Map<Sweep, Promise<void>>();
  const lastAtMs = new Map<Sweep, number>();

  /** A running sweep is not due again: the next look finds the rows that it leaves. */
  const begin = (sweep: Sweep): void => {
    if (running.has(sweep)) return;
    lastAtMs.set(sweep, performance.now());
    const run = runSweep(ctx, bulkhead, sweep, signal).finally(() => running.delete(sweep));
    running.set(sweep, run);
  };
  const look = async (): Promise<void> => {
    const kinds = await dueKinds(ctx);
    for (const sweep of SWEEPS) {
      const lastMs = lastAtMs.get(sweep);
      const isSafetyDue =
        lastMs === undefined || performance.now() - lastMs >= sweep.everyMs * scale;
      const isDue = sweep.watched !== undefined && kinds.has(sweep.watched);
      if (isSafetyDue || isDue) begin(sweep);
      else if (sweep.watched !== undefined && !running.has(sweep)) {
        ctx.metrics.sweepBacklog.set({ kind: sweep.kind }, 0);
        if (sweep.watched === 'mails') countDueMails(ctx, []);
      }
    }
  };
  const looking = (async () => {
    while (!signal.aborted) {
      await look();
      await pause(LOOK_EVERY_MS * scale, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await looking;
      await Promise.all(running.values());
    },
  };
}

/** Every kind when the look fails or takes long: each sweep then finds out for itself. */
async function dueKinds(ctx: Ctx): Promise<ReadonlySet<Watched>> {
  const times = { realNow: ctx.clock.real(), now: ctx.clock.now() };
  const asked = ctx.db.one(kindsDue, times).then(
    ({ kinds }) => kinds,
    (error: unknown) => {
      reportFailure(ctx, error, { sweep: 'look' }, 'a sweep failed; the next one tries again');
      return WATCHED;
    },
  );
  return new Set(await Promise.race([asked, pause(ANSWER_MS, WATCHED, { ref: false })]));
}
