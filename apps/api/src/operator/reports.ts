import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../context.ts';
import { findMoney, findStatus } from '../domain/row-metrics/find-status.ts';
import type { BacklogRow } from '../domain/row-metrics/queries.ts';
import { lineOf } from './method-verbs.ts';
import { formatSum, inOneLine, refundCommand } from './resolve-output.ts';

/** The output of `npm run status`: pending work, its place and its age. */
export async function statusOf(ctx: Ctx): Promise<string> {
  const { rows, days, stops, retention } = await findStatus(ctx);
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
    ...section('Unresolved payment attempts', 'attempts_in_doubt'),
    ...section('Ended attempts whose gateway has no final answer', 'late_payments_unknown'),
    ...section('Refunds in progress', 'refunds_running'),
    ...section('Refunds refused', 'refunds_refused'),
    ...section('Payments owed to players, no refund in progress', 'payments_owed'),
    ...section('Money found at a gateway, to be adopted or paid back', 'money_found'),
    ...section('Player requests open (project, kind)', 'requests_open'),
    ...section('Players flagged (project)', 'players_flagged'),
    ...section('Disputes open', 'cases_open'),
    ...section('Quarantined gateway messages open', 'quarantine_open'),
    ...section('Mails waiting (game, server, reason)', 'mails_waiting'),
    ...section('Mails without an answer, parked for a person (game, server, kind)', 'mails_parked'),
    ...section('Resends refused by the game (game, server)', 'second_mails_refused'),
    ...section('Event mails refused by the game (game, server)', 'rewards_refused'),
    ...section('Gateway messages not applied', 'inbox_not_applied'),
    ...section('Minutes of the last hour with guarded role look-ups (project)', 'lookups_guarded'),
    `Methods switched off: ${stops.length}`,
    ...stops.map((stop) => `  ${inOneLine(lineOf(stop))}`),
    'Last statement compared with the ledger:',
    ...(days.length === 0 ? ['  none yet'] : []),
    ...days.map(
      (each) =>
        `  ${each.provider}: ${each.day}, ${each.open} open${each.is_finished ? '' : ' (compared, not repaired)'}`,
    ),
    `Expired data deleted: ${retention.finished_at?.toISOString() ?? 'never yet'}${retention.opened_at === null ? '' : `; going on since ${retention.opened_at.toISOString()}`}`,
  ].join('\n');
}

function ageOf(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800
    ? `${Math.round(seconds / 3_600)} h`
    : `${Math.round(seconds / 86_400)} days`;
}

/** Account balances, and the payments owed to players that no refund returns; `owed` counts those payments. */
export async function moneyReport(ctx: Ctx) {
  const { owed, accounts } = await findMoney(ctx);
  const lines = ['Account balances (+ debit, - credit):'];
  for (const { account, currency, signed_minor } of accounts) {
    lines.push(`  ${account} ${fromMinor(signed_minor, currency).amount} ${currency}`);
    if (account !== 'owed_to_players') continue;
    for (const each of owed.filter((one) => one.currency === currency)) {
      lines.push(
        `    order ${each.order_id}: ${formatSum(each.owed_minor, currency)} of ${each.id}, ${each.why}, no refund in progress → ${refundCommand(each)}`,
      );
    }
  }
  return { lines, owed: owed[0]?.total_count ?? 0 };
}
