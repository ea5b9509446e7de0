import type { Held } from './heap.ts';

/**
 * Allowed growth from the first to the second half of a run: a factor, and MB on top. Garbage collection leaves ±0.5 MB of
 * chance in the heap; their medians lie 3,200 requests apart in the shortest run, so 1.2 kB a request exceed it.
 */
export const TOLERANCE = { heapMb: [1, 3.5], rssMb: [1.1, 10] } as const;

/** Share of a run that warms up: code is compiled, caches fill. */
const WARM_FROM = 0.2;

/** Compares the medians of both halves; `wrong` has one sentence per growth. */
export function compareHalves(looks: readonly Held[]): {
  readonly first: Pick<Held, 'heapMb' | 'rssMb'>;
  readonly second: Pick<Held, 'heapMb' | 'rssMb'>;
  readonly wrong: readonly string[];
} {
  const warm = looks.slice(Math.floor(looks.length * WARM_FROM));
  const half = Math.floor(warm.length / 2);
  const [first, second] = [medians(warm.slice(0, half)), medians(warm.slice(half))];
  const wrong = (['heapMb', 'rssMb'] as const).flatMap((what) => {
    const [factor, more] = TOLERANCE[what];
    const [from, to] = [first[what], second[what]];
    return to <= from * factor + more
      ? []
      : [`${what} grows from ${from.toFixed(1)} to ${to.toFixed(1)}`];
  });
  return { first, second, wrong };
}

function medians(looks: readonly Held[]) {
  const of = (what: 'heapMb' | 'rssMb'): number =>
    looks.map((each) => each[what]).toSorted((a, b) => a - b)[Math.floor(looks.length / 2)] ?? 0;
  return { heapMb: of('heapMb'), rssMb: of('rssMb') };
}
