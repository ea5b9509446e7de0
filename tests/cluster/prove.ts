import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../../apps/api/src/platform/start-error.ts';
import { writeFigures } from '../support/docs-figures.ts';
import type { Cluster } from './cluster.ts';
import { DRILLS, runDrill, type Outcome } from './drills.ts';
import { programAt } from './packages.ts';
import { MOST_AGE_MS } from './reads.ts';
import { restoreToMoment, type Restored } from './restore.ts';

const RESTORE = 'restore';
const PROVABLE = [...Object.keys(DRILLS), RESTORE];

/** A drill that takes longer ends the proof: two of them must not run at once. */
const DRILL_MS = 600_000;
/** No drill begins later than this after the first one. */
const TOTAL_MS = 2_700_000;

/** Drills in the order of their run, and what the cluster must have for them. */
export type Plan = {
  readonly names: readonly string[];
  /** True: each drill runs, and the table of docs/cluster.md is written. */
  readonly isWhole: boolean;
  readonly startsBefore: boolean;
  readonly hasRelays: boolean;
};

/** @param asked names of drills; none: all. @throws StartError for an unknown name or a missing package */
export function planOf(
  asked: readonly string[],
  find: (program: string) => string | null = programAt,
): Plan {
  const unknown = asked.find((name) => !PROVABLE.includes(name));
  if (unknown !== undefined) {
    throw new StartError(`There is no drill "${unknown}": ${PROVABLE.join(', ')}.`);
  }
  const isWhole = asked.length === 0;
  const wanted = isWhole ? PROVABLE : asked;
  if (wanted.includes('pooler') && find('pgbouncer') === null) {
    throw new StartError(
      'The drill "pooler" needs a Debian package that is not installed: run "apt-get install pgbouncer" as root, then stop and disable its service, or name other drills.',
    );
  }
  const startsBefore = wanted.includes('upgrade');
  // The other drills run on this code.
  const rest = wanted.filter((name) => name !== 'upgrade');
  const names = startsBefore ? ['upgrade', ...rest] : rest;
  return { names, isWhole, startsBefore, hasRelays: wanted.includes('partition') };
}

/**
 * Runs drills one after the other, and writes their table to docs/cluster.md when all of them ran to their end.
 * @returns what broke a rule
 */
export async function prove(
  cluster: Cluster,
  { names, isWhole }: Plan,
  log: (line: string) => void,
): Promise<readonly string[]> {
  const startedAt = performance.now();
  const took = (): number => performance.now() - startedAt;
  const outcomes: Outcome[] = [];
  const wrong: string[] = [];
  let restored: Restored | null = null;
  let ran = 0;
  for (const [n, name] of names.entries()) {
    if (took() > TOTAL_MS) {
      wrong.push(`${name}: not begun after ${minutes(TOTAL_MS)} min`);
      continue;
    }
    log(`drill: ${name} (${n + 1} of ${names.length}, after ${minutes(took())} min)`);
    try {
      const drill = DRILLS[name];
      const outcome = await within<Outcome | Restored>(
        DRILL_MS,
        drill ? runDrill(cluster, drill) : restoreToMoment(cluster),
      );
      if (outcome === null) {
        wrong.push(`${name}: given up after ${minutes(DRILL_MS)} min, and no other drill began`);
        break;
      }
      ran += 1;
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
  const table = tableOf(cluster, outcomes, restored, wrong, took());
  log(table);
  if (isWhole && ran === names.length) {
    await writeFigures('cluster.md', 'npm run cluster -- prove', table);
  } else {
    log('drill: docs/cluster.md stays as it is, because not every drill has ended');
  }
  return wrong;
}

/** The outcome of a drill; null: it did not end in time, and goes on. */
async function within<T>(ms: number, drill: Promise<T>): Promise<T | null> {
  const timer = new AbortController();
  const late = pause(ms, null, { signal: timer.signal }).catch(() => null);
  try {
    return await Promise.race([drill, late]);
  } finally {
    timer.abort();
  }
}

function tableOf(
  { before }: Cluster,
  outcomes: readonly Outcome[],
  restored: Restored | null,
  wrong: readonly string[],
  tookMs: number,
): string {
  // Other work on the machine lengthens gaps, so that one over its aim breaks no rule; the table says it.
  const aimOf = ({ aimS, gapMs }: Outcome): string => {
    if (aimS === null) return 'unnoticed';
    return gapMs > aimS * 1_000 ? `≤ ${aimS}, **missed**` : `≤ ${aimS}`;
  };
  const rows = outcomes.map((each) => {
    const { captures, mails, orders, ledger, lost } = each.books;
    const [before, after] = each.primary;
    return [
      each.title,
      seconds(each.gapMs),
      aimOf(each),
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
          `| \`npm run backup-check\` with pgBackRest and a day of statements, s | ${seconds(restored.checkMs)} |`,
          `| files restored after, s | ${seconds(restored.filesMs)} |`,
          `| writable after, s | ${seconds(restored.writableMs)} |`,
          `| a server open on it after, s | ${seconds(restored.openMs)} |`,
          `| orders paid before the moment; restored | ${restored.ordersBefore}; ${restored.ordersRestored} |`,
          `| orders paid after it; named by the reconciliation | ${restored.ordersAfter}; ${restored.named} |`,
        ];
  const schemas =
    before === null
      ? []
      : [
          `The upgrade goes from migration ${before.schema} to ${before.newest}, with the code of each.`,
        ];
  const cut = outcomes.find(({ title }) => title === DRILLS['partition']?.title);
  const held =
    cut === undefined
      ? []
      : [
          `Cut off from etcd, the old primary acknowledged its last write after ${seconds(cut.heldMs)} s.`,
        ];
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores, one run a row, ${minutes(tookMs)} min in all. Broken rules: ${wrong.length === 0 ? 'none' : wrong.join('; ')}.`,
    ...schemas,
    ...held,
    '',
    ...[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`),
    ...readsOf(outcomes),
    ...restore,
  ].join('\n');
}

function readsOf(outcomes: readonly Outcome[]): readonly string[] {
  const head = [
    'histories, goods lists and console lists meanwhile',
    'reads',
    'failed',
    'longest gap, s',
    'answered by a standby',
    'oldest age told, s',
    'bound, s',
  ];
  const rows = outcomes.flatMap(({ title, reads }) =>
    reads === null
      ? []
      : [
          [
            title,
            reads.reads,
            reads.failed,
            seconds(reads.gapMs),
            reads.ofReplica,
            seconds(reads.oldestMs),
            seconds(MOST_AGE_MS),
          ],
        ],
  );
  if (rows.length === 0) return [];
  return ['', ...[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)];
}

const minutes = (ms: number): string => (ms / 60_000).toFixed(0);

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
