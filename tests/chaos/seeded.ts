/** Seeded random numbers (mulberry32). */
export type Chance = {
  /** From 0 to below − 1. */
  int(below: number): number;
  between(from: number, to: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  shuffled<T>(list: readonly T[]): T[];
};

export function seeded(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    between: (from, to) => from + next() * (to - from),
    pick: (list) => list[int(list.length)] ?? list[0],
    shuffled: (list) => {
      const left = [...list];
      return list.flatMap(() => left.splice(int(left.length), 1));
    },
  };
}
