/** 0 inclusive to 1 exclusive. */
export type Random = () => number;

/** A random number from `least` to `most`. */
export function within(random: Random, least: number, most: number): number {
  return least + random() * (most - least);
}

type Range = readonly [least: number, most: number];

/** A sine of random height, length and phase. */
export function newWave(random: Random, heights: Range, lengths: Range): (at: number) => number {
  const height = within(random, ...heights);
  const turn = (2 * Math.PI) / within(random, ...lengths);
  const begins = within(random, 0, 2 * Math.PI);
  return (at) => height * Math.sin(at * turn + begins);
}
