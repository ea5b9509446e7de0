import { auditOf } from '../../security/report.ts';
import type { Sample } from './sample.ts';
import type { SoakReport } from './run.ts';
import { BACK_TO_START, lineThrough, MAY_GROW } from './verdict.ts';

const ROWS = 20;

/** What a run showed, for the screen and for docs/soak.md alike. */
export function reportOf(report: SoakReport): string {
  const { minutes, seed, start, samples, end, purchases, outcomes, fuzzed, found, wrong } = report;
  const every = Math.max(1, Math.ceil(samples.length / ROWS));
  const shown = [start, ...samples.filter((_, index) => index % every === every - 1), end];
  const warm = samples.slice(Math.floor(samples.length * 0.2));
  return [
    `${minutes} minutes, seed ${seed}: ${purchases} purchases, ${outcomes.length} attacks (${outcomes.filter(({ gotThrough }) => gotThrough).length} got through), ${fuzzed.made} fuzzed requests.`,
    '',
    auditOf(found),
    '',
    '| along the straight line from a fifth of the run on | at its beginning | at its end | may grow by |',
    '|---|--:|--:|--:|',
    ...MAY_GROW.map(([what, share, more]) => {
      const { from, to } = lineThrough(warm, what);
      return `| ${TITLES[what]} | ${from.toFixed(1)} | ${to.toFixed(1)} | ${Math.round(share * 100)} % and ${more} |`;
    }),
    '',
    '| when all was quiet | before | after | may be more by |',
    '|---|--:|--:|--:|',
    ...BACK_TO_START.map(
      ([what, more]) => `| ${TITLES[what]} | ${start[what]} | ${end[what]} | ${more} |`,
    ),
    '',
    wrong.length === 0
      ? 'Verdict: it holds.'
      : `Verdict: it does not hold.\n\n${wrong.map((each) => `- ${each}`).join('\n')}`,
    '',
    '| minute | server: heap MB | resident MB | worker: heap MB | resident MB | p95 ms | resources | files | connections | temporary |',
    '|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...shown.map(rowOf),
  ].join('\n');
}

const TITLES = {
  heapMb: 'heap of the server, garbage collected, MB',
  rssMb: 'resident memory of the server, MB',
  workerHeapMb: 'heap of the worker, garbage collected, MB',
  workerRssMb: 'resident memory of the worker, MB',
  p95Ms: 'p95 of a read, ms',
  resources: 'sockets, timers and the like of server and worker',
  files: 'open files of server and worker',
  connections: 'connections to the database',
  temporary: 'temporary files',
} as const;

function rowOf(each: Sample): string {
  const { atMs, heapMb, rssMb, p95Ms, resources, files, connections, temporary } = each;
  const cells = [
    (atMs / 60_000).toFixed(1),
    heapMb.toFixed(1),
    rssMb.toFixed(0),
    each.workerHeapMb.toFixed(1),
    each.workerRssMb.toFixed(0),
    p95Ms.toFixed(0),
    resources,
    files,
    connections,
    temporary,
  ];
  return `| ${cells.join(' | ')} |`;
}
