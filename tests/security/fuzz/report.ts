import { auditOf } from '../report.ts';
import type { Audit } from '../audit.ts';
import { TOLERANCE, type Flat } from './flat.ts';
import type { Fuzzed } from './run.ts';

/** What a run showed, for the screen and for docs/fuzz.md alike. */
export function reportOf(run: {
  readonly fuzzed: Fuzzed;
  readonly flat: Flat;
  readonly found: Audit;
  readonly seconds: number;
  readonly seed: number;
}): string {
  const { fuzzed, flat, found, seconds, seed } = run;
  const codes = [...fuzzed.answers].toSorted(([, a], [, b]) => b - a);
  const calls = [...fuzzed.byCall].toSorted(([a], [b]) => a.localeCompare(b));
  const share = (limit: readonly [number, number]): string =>
    `+${Math.round((limit[0] - 1) * 100)} % and ${limit[1]} MB`;
  const row = (what: 'heapMb' | 'rssMb', title: string): string =>
    `| ${title} | ${flat.first[what].toFixed(1)} MB | ${flat.second[what].toFixed(1)} MB | ${share(TOLERANCE[what])} |`;
  return [
    `${fuzzed.made} requests in ${seconds.toFixed(0)} s, seed ${seed}.`,
    '',
    `Answers: ${codes.map(([code, count]) => `${code}: ${count}`).join(' · ')}.`,
    '',
    '| memory of the server, garbage collected | first half | second half | may be more by |',
    '|---|--:|--:|--:|',
    row('heapMb', 'heap'),
    row('rssMb', 'resident'),
    '',
    auditOf(found),
    '',
    '| call | requests | served |',
    '|---|--:|--:|',
    ...calls.map(([name, { made, good }]) => `| ${name} | ${made} | ${good} |`),
    ...listed('Answers that were not the contract’s', fuzzed.problems),
    ...listed('Memory', flat.wrong),
  ].join('\n');
}

function listed(title: string, lines: readonly string[]): string[] {
  return lines.length === 0
    ? []
    : ['', `${title}:`, '', ...lines.map((line) => `- \`${JSON.stringify(line)}\``)];
}
