import { cpus } from 'node:os';
import { StartError } from '../../apps/api/src/platform/start-error.ts';
import { writeFigures } from '../support/docs-figures.ts';
import type { Cluster } from './cluster.ts';
import { DRILLS, runDrill, type Outcome } from './drills.ts';
import { restoreToMoment, type Restored } from './restore.ts';

const RESTORE = 'restore';
export const PROVABLE = [...Object.keys(DRILLS), RESTORE];

/**
 * Runs drills one after the other, and writes their table to docs/cluster.md when all of them ran.
 * @param names of the drills; none: all
 * @returns what broke a rule
 * @throws StartError for an unknown name
 */
export async function prove(
  cluster: Cluster,
  names: readonly string[],
  log: (line: string) => void,
): Promise<readonly string[]> {
  const unknown = names.find((name) => !PROVABLE.includes(name));
  if (unknown !== undefined) {
    throw new StartError(`There is no drill "${unknown}": ${PROVABLE.join(', ')}.`);
  }
  const outcomes: Outcome[] = [];
  const wrong: string[] = [];
  let restored: Restored | null = null;
  for (const name of names.length === 0 ? PROVABLE : names) {
    log(`drill: ${name}`);
    try {
      const drill = DRILLS[name];
      const outcome = drill ? await runDrill(cluster, drill) : await restoreToMoment(cluster);
      log(`drill: ${name} ${JSON.stringify(outcome)}`);
      if ('title' in outcome) outcomes.push(outcome);
      else restored = outcome;
      wrong.push(...outcome.wrong.map((what) => `${name}: ${what}`));
    } catch (error) {
      const what = `${name}: ${error instanceof Error ? error.message : String(error)}`;
      log(`drill: ${what}`);
      wrong.push(what);
    }
  }
  const table = tableOf(outcomes, restored, wrong);
  log(table);
  if (names.length === 0) await writeFigures('cluster.md', 'npm run cluster -- prove', table);
  return wrong;
}

function tableOf(
  outcomes: readonly Outcome[],
  restored: Restored | null,
  wrong: readonly string[],
): string {
  const rows = outcomes.map((each) => {
    const { captures, mails, orders, ledger, lost } = each.books;
    const [before, after] = each.primary;
    return [
      each.title,
      seconds(each.gapMs),
      each.aimS === null ? 'unnoticed' : `≤ ${each.aimS}`,
      seconds(each.gapBeforeMs),
      each.purchases,
      each.withError,
      lost,
      `${captures} = ${mails} = ${orders} = ${ledger}`,
      before === after ? 'the same' : `pg${before} → pg${after}`,
    ];
  });
  const head = [
    'drill',
    'longest gap, s',
    'aim, s',
    'gap before, s',
    'purchases',
    'with an error',
    'acknowledged and lost',
    'captures = mails = orders = ledger',
    'primary',
  ];
  const restore =
    restored === null
      ? []
      : [
          '',
          '| restore to a moment | |',
          '| --- | --- |',
          `| full backup, s | ${seconds(restored.backupMs)} |`,
          `| files restored after, s | ${seconds(restored.filesMs)} |`,
          `| writable after, s | ${seconds(restored.writableMs)} |`,
          `| a server open on it after, s | ${seconds(restored.openMs)} |`,
          `| orders paid before the moment; restored | ${restored.ordersBefore}; ${restored.ordersRestored} |`,
          `| orders paid after it; named by the reconciliation | ${restored.ordersAfter}; ${restored.named} |`,
        ];
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores, one run a row. Broken rules: ${wrong.length === 0 ? 'none' : wrong.join('; ')}.`,
    '',
    ...[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`),
    ...restore,
  ].join('\n');
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
