import { Gauge } from 'prom-client';
import type { Ctx } from '../../context.ts';
import { standing, type Standing } from './queries.ts';

const KINDS: readonly Standing['kind'][] = [
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
/** Whoever asks more often is shown what was counted last. */
const COUNTED_FOR_MS = 5_000;

/**
 * What waits, from the rows themselves, whenever machines ask: `webpay_<kind>` and the age of the
 * oldest, `webpay_<kind>_seconds`. One process tells it for all of them.
 */
export function measureBacklog(ctx: Ctx): void {
  let counted: Promise<readonly Standing[]> | null = null;
  let countedAt = 0;
  const count = (): Promise<readonly Standing[]> => {
    const now = ctx.clock.real().getTime();
    if (counted === null || now - countedAt > COUNTED_FOR_MS) {
      countedAt = now;
      counted = ctx.db.many(standing, { realNow: ctx.clock.real() }).catch(() => []);
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
    const show = async (gauge: Gauge<'place'>, valueOf: (each: Standing) => number) => {
      const found = (await count()).filter((each) => each.kind === kind);
      gauge.reset();
      for (const each of found) gauge.set({ place: each.place }, valueOf(each));
    };
  }
}
