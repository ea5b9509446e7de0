import { Gauge } from 'prom-client';
import type { Ctx } from '../../context.ts';
import { backlog, type BacklogRow } from './queries.ts';

const KINDS: readonly BacklogRow['kind'][] = [
  'attempts_in_doubt',
  'refunds_running',
  'refunds_refused',
  'requests_open',
  'players_flagged',
  'cases_open',
  'payments_owed',
  'quarantine_open',
  'mails_waiting',
  'second_mails_refused',
  'rewards_refused',
  'inbox_not_applied',
  'lookups_guarded',
];
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
  for (const kind of KINDS) {
    const rows: Gauge<'place'> = new Gauge({
      name: `webpay_${kind}`,
      help: `Rows: ${kind.replaceAll('_', ' ')}`,
      labelNames: ['place'],
      registers,
      collect: () => show(rows, (each) => each.count),
    });
    const seconds: Gauge<'place'> = new Gauge({
      name: `webpay_${kind}_seconds`,
      help: `Age of the oldest row: ${kind.replaceAll('_', ' ')}`,
      labelNames: ['place'],
      registers,
      collect: () => show(seconds, (each) => each.oldest_seconds),
    });
    const show = async (gauge: Gauge<'place'>, valueOf: (each: BacklogRow) => number) => {
      const found = (await count()).filter((each) => each.kind === kind);
      gauge.reset();
      for (const each of found) gauge.set({ place: each.place }, valueOf(each));
    };
  }
}
