/** 0 up to, not including, 1. */
export type Random = () => number;

/** The least and the most. */
export type Range = readonly [number, number];

export function within(random: Random, [least, most]: Range): number {
  return least + random() * (most - least);
}

type Waves = { readonly height: Range; readonly length: Range };

/** A sine of random height, length and beginning. */
export function newWave(random: Random, waves: Waves): (at: number) => number {
  const height = within(random, waves.height);
  const turn = (2 * Math.PI) / within(random, waves.length);
  const begins = within(random, [0, 2 * Math.PI]);
  return (at) => height * Math.sin(at * turn + begins);
}
