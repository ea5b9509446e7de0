import type { Held } from './heap.ts';

/** How much more may be held in the second half of a run than in its first: a share, and MB on top. */
export const TOLERANCE = { heapMb: [1.1, 4], rssMb: [1.2, 30] } as const;

/** Looks before this share of a run are warming up: code is compiled, caches fill. */
const WARM_FROM = 0.2;

export type Flat = {
  readonly first: Held;
  readonly second: Held;
  readonly wrong: readonly string[];
};

/** Queues the second half of a run against the first, by the middle of what each look found. */
export function compareHalves(looks: readonly Held[]): Flat {
  const warm = looks.slice(Math.floor(looks.length * WARM_FROM));
  const half = Math.floor(warm.length / 2);
  const [first, second] = [middle(warm.slice(0, half)), middle(warm.slice(half))];
  const wrong = (['heapMb', 'rssMb'] as const).flatMap((what) => {
    const [share, more] = TOLERANCE[what];
    const most = first[what] * share + more;
    return second[what] <= most
      ? []
      : [
          `${what}: ${second[what].toFixed(1)} in the second half, ${first[what].toFixed(1)} in the first, ${most.toFixed(1)} at most`,
        ];
  });
  return { first, second, wrong };
}

function middle(looks: readonly Held[]): Held {
  const of = (what: 'heapMb' | 'rssMb'): number =>
    looks.map((each) => each[what]).toSorted((a, b) => a - b)[Math.floor(looks.length / 2)] ?? 0;
  return { heapMb: of('heapMb'), rssMb: of('rssMb'), resources: looks.at(-1)?.resources ?? {} };
}
