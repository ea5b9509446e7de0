import { fromMinor } from '@webpay/contract/money';
import type { TortureReport } from './run.ts';

/** What a run showed, for the screen and for docs/torture.md alike. */
export function reportOf(report: TortureReport): string {
  const { options, chaos, settled, verdict } = report;
  const { kills } = chaos;
  const { captures } = verdict;
  const doubts = settled.inDoubtMs;
  const faults = [...chaos.faults].toSorted(([a], [b]) => a.localeCompare(b));
  const met = faults.reduce((sum, [, count]) => sum + count, 0);
  return [
    `| | |`,
    `|---|---|`,
    `| purchases | ${options.purchases}, by ${options.clients} clients at once, seed ${options.seed} |`,
    `| killed with -9 | server ${kills.server}, worker ${kills.worker}, database ${kills.database} |`,
    `| faults switched on | ${met}, of ${faults.length} kinds |`,
    `| time | ${seconds(report.buyingMs)} s buying, ${seconds(report.settlingMs)} s until all had come to its end |`,
    `| orders | ${Object.entries(verdict.orders)
      .map(([state, count]) => `${state} ${count}`)
      .join(', ')} |`,
    `| captures | ${captures.delivered + captures.refunded + captures.lost}: ${captures.delivered} delivered, ${captures.refunded} refunded, ${captures.lost} lost to a bank |`,
    `| cases | won ${settled.cases.WIN}, lost ${settled.cases.FAIL}, taken back ${settled.cases.CANCEL} |`,
    `| in doubt | ${doubts.length} times, longest ${seconds(doubts[0] ?? 0)} s |`,
    `| found by reconciliation alone | ${settled.reconciled} |`,
    `| refunds refused by a gateway, sent again | ${settled.sentAgain} |`,
    `| wrong | ${verdict.wrong.length === 0 ? 'nothing' : verdict.wrong.length} |`,
    '',
    'Statement and books, equal to the cent:',
    '',
    '| gateway | captured | refunded | lost |',
    '|---|--:|--:|--:|',
    ...verdict.moved.map(({ provider, currency, captured, refunded, lost }) => {
      const money = (minor: number): string => `${fromMinor(minor, currency).amount} ${currency}`;
      return `| ${provider} | ${money(captured)} | ${money(refunded)} | ${money(lost)} |`;
    }),
    '',
    `Faults: ${faults.map(([name, count]) => `${name} ${count}`).join(' · ')}.`,
    ...(verdict.wrong.length === 0
      ? []
      : ['', 'Wrong:', '', ...verdict.wrong.map((each) => `- ${each}`)]),
  ].join('\n');
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(ms < 10_000 ? 1 : 0);
}
