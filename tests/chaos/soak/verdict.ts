import type { Sample } from './sample.ts';

type Counted = Exclude<keyof Sample, 'atMs'>;

/** Share of a run that warms up: code is compiled, caches and pools fill. */
const WARM_FROM = 0.2;

/** Allowed growth along the regression line: a share and an absolute amount. */
export const MAY_GROW: readonly (readonly [Counted, share: number, more: number])[] = [
  ['heapMb', 0.1, 4],
  ['rssMb', 0.2, 30],
  ['workerHeapMb', 0.1, 4],
  ['workerRssMb', 0.2, 30],
  ['p95Ms', 0.5, 25],
  ['resources', 0.5, 50],
  ['files', 0.5, 50],
  ['connections', 0.2, 4],
  ['temporary', 0, 2],
];

/** Resources that an idle shop releases, and the allowed rest. */
export const BACK_TO_START: readonly (readonly [Counted, more: number])[] = [
  ['resources', 5],
  ['files', 10],
  ['connections', 4],
  ['temporary', 2],
];

export const warmSamples = (samples: readonly Sample[]): readonly Sample[] =>
  samples.slice(Math.floor(samples.length * WARM_FROM));

export function verdictOn(start: Sample, samples: readonly Sample[], end: Sample): string[] {
  const warm = warmSamples(samples);
  return [
    ...MAY_GROW.flatMap(([what, share, more]) => {
      const { from, to } = lineThrough(warm, what);
      const most = from * (1 + share) + more;
      return to <= most
        ? []
        : [`${what} grows from ${from.toFixed(1)} to ${to.toFixed(1)}, ${most.toFixed(1)} at most`];
    }),
    ...BACK_TO_START.flatMap(([what, more]) =>
      end[what] <= start[what] + more
        ? []
        : [`${what} is ${end[what]} when idle, and was ${start[what]} before`],
    ),
  ];
}

export function lineThrough(samples: readonly Sample[], what: Counted) {
  const mean = (list: readonly number[]): number =>
    list.reduce((sum, n) => sum + n, 0) / Math.max(1, list.length);
  const [at, value] = [
    mean(samples.map((each) => each.atMs)),
    mean(samples.map((each) => each[what])),
  ];
  const spread = samples.reduce((sum, each) => sum + (each.atMs - at) ** 2, 0);
  const together = samples.reduce((sum, each) => sum + (each.atMs - at) * (each[what] - value), 0);
  const slope = spread === 0 ? 0 : together / spread;
  const [first, last] = [samples[0]?.atMs ?? 0, samples.at(-1)?.atMs ?? 0];
  return { from: value + slope * (first - at), to: value + slope * (last - at) };
}
