import { Gauge } from 'prom-client';
import type { Ctx } from '../../context.ts';
import { methodStops } from '../methods/queries.ts';
import { backlog, BACKLOG_KINDS, type BacklogRow } from './queries.ts';

/** Shortest time between two counts, so that frequent scrapes cost no queries. */
const COUNTED_FOR_MS = 5_000;

/** Exports `webpay_<kind>` and its oldest age, `webpay_<kind>_seconds`; one process for all. */
export function measureBacklog(ctx: Ctx): void {
  let counted: Promise<readonly BacklogRow[]> | null = null;
  let countedAt = 0;
  const count = (): Promise<readonly BacklogRow[]> => {
    const now = ctx.clock.real().getTime();
    if (counted === null || now - countedAt > COUNTED_FOR_MS) {
      countedAt = now;
      counted = ctx.db.many(backlog, { realNow: ctx.clock.real() }).catch(() => []);
    }
    return counted;
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
