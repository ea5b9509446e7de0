import type { Ctx } from '../context.ts';
import { lastReconciliations, backlog, type BacklogRow } from '../domain/row-metrics/queries.ts';

/** What `npm run status` prints: what waits, where, and since when. */
export async function statusOf(ctx: Ctx): Promise<string> {
  const rows = await ctx.db.many(backlog, { realNow: ctx.clock.real() });
  const days = await ctx.db.many(lastReconciliations);
  const section = (title: string, kind: BacklogRow['kind']): string[] => {
    const found = rows.filter((row) => row.kind === kind);
    const all = found.reduce((sum, row) => sum + row.count, 0);
    return [
      `${title}: ${all}`,
      ...found.map(
        (row) => `  ${row.place}: ${row.count}, the oldest for ${ageOf(row.oldest_seconds)}`,
      ),
    ];
  };
  return [
    ...section('Attempts in doubt', 'attempts_in_doubt'),
    ...section('Refunds on their way', 'refunds_running'),
    ...section('Refunds refused', 'refunds_refused'),
    ...section('Payments that bought nothing, not on their way back', 'payments_owed'),
    ...section('Requests of players open (project, what for)', 'requests_open'),
    ...section('Players flagged (project)', 'players_flagged'),
    ...section('Cases open', 'cases_open'),
    ...section('Quarantine open', 'quarantine_open'),
    ...section('Mails waiting (game, server, why)', 'mails_waiting'),
    ...section('Second mails the game refused (game, server)', 'second_mails_refused'),
    ...section('Mails of events the game refused (game, server)', 'rewards_refused'),
    ...section('Messages of gateways not applied', 'inbox_not_applied'),
    ...section(
      'Minutes of the last hour in which characters were tried out (project)',
      'lookups_guarded',
    ),
    'Last statement held against the books:',
    ...(days.length === 0 ? ['  none yet'] : []),
    ...days.map(
      (each) =>
        `  ${each.provider}: ${each.day}, ${each.open} open${each.is_finished ? '' : ' (looked at, not mended)'}`,
    ),
  ].join('\n');
}

function ageOf(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800
    ? `${Math.round(seconds / 3_600)} h`
    : `${Math.round(seconds / 86_400)} days`;
}
