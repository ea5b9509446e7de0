import { setTimeout as pause } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import type { Ctx } from '../../context.ts';
import { methodStops } from '../methods/queries.ts';
import { lastRuns } from '../retention/run-queries.ts';
import { backlog, BACKLOG_KINDS, type BacklogRow } from './queries.ts';

/** Shortest time between two counts, so that frequent scrapes cost no queries. */
const COUNTED_FOR_MS = 5_000;
/** A scrape waits this long for a count, and then reports the previous one. */
const WAIT_MS = 500;
/** An older count is not reported: the rows of an unreachable database are unknown. */
const TOLD_FOR_MS = 60_000;

type Count = { readonly rows: readonly BacklogRow[]; readonly atMs: number };

/**
 * Exports `webpay_<kind>` and its oldest age, `webpay_<kind>_seconds`; one process for all.
 * A scrape is answered within a second, however slow the database is.
 */
export function measureBacklog(ctx: Ctx): void {
  let last: Count = { rows: [], atMs: -Infinity };
  let counting: Promise<void> | null = null;
  const realMs = () => ctx.clock.real().getTime();
  const startCount = (): Promise<void> => {
    const atMs = realMs();
    return ctx.db
      .many(backlog, { realNow: new Date(atMs) })
      .then(
        (rows) => {
          last = { rows, atMs };
        },
        () => undefined,
      )
      .finally(() => {
        counting = null;
      });
  };
  const count = async (): Promise<readonly BacklogRow[]> => {
    if (realMs() - last.atMs > COUNTED_FOR_MS) {
      // One count at a time: a frozen database would collect them.
      counting ??= startCount();
      await Promise.race([counting, pause(WAIT_MS, undefined, { ref: false })]);
    }
    return realMs() - last.atMs > TOLD_FOR_MS ? [] : last.rows;
  };
  const registers = [ctx.metrics.registry];
  for (const kind of BACKLOG_KINDS) {
    const expose = (name: string, what: string, valueOf: (each: BacklogRow) => number) => {
      const gauge: Gauge<'place'> = new Gauge({
        name,
        help: `${what}: ${kind.replaceAll('_', ' ')}`,
        labelNames: ['place'],
        registers,
        collect: async () => {
          const found = (await count()).filter((each) => each.kind === kind);
          gauge.reset();
          for (const each of found) gauge.set({ place: each.place }, valueOf(each));
        },
      });
    };
    expose(`webpay_${kind}`, 'Rows', (each) => each.count);
    expose(`webpay_${kind}_seconds`, 'Age of the oldest row', (each) => each.oldest_seconds);
  }
  const counted: Gauge = new Gauge({
    name: 'webpay_rows_counted_timestamp_seconds',
    help: 'When the rows of these gauges were counted',
    registers,
    collect: () => {
      counted.set(Number.isFinite(last.atMs) ? last.atMs / 1_000 : 0);
    },
  });
}

/** Exports `webpay_methods_off`: 1 for each method that is off, in one country or in `*`, all of them. */
export function measureMethods(ctx: Ctx): void {
  const gauge: Gauge<'project' | 'pay_id' | 'country'> = new Gauge({
    name: 'webpay_methods_off',
    help: 'Methods that are switched off',
    labelNames: ['project', 'pay_id', 'country'],
    registers: [ctx.metrics.registry],
    collect: async () => {
      const stops = await ctx.db.many(methodStops).catch(() => []);
      gauge.reset();
      for (const { project, pay_id, country } of stops) gauge.set({ project, pay_id, country }, 1);
    },
  });
}

/** Exports the end of the last whole deletion of expired data; 0: there was none. */
export function measureRetention(ctx: Ctx): void {
  const gauge: Gauge = new Gauge({
    name: 'webpay_retention_timestamp_seconds',
    help: 'When the last whole deletion of expired data ended',
    registers: [ctx.metrics.registry],
    collect: async () => {
      const runs = await ctx.db.one(lastRuns).catch(() => null);
      // An unknown time is not reported: 0 would mean "never".
      if (runs === null) gauge.remove();
      else gauge.set((runs.finished_at?.getTime() ?? 0) / 1_000);
    },
  });
}
