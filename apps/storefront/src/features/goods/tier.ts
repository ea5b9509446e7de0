import type { Tier } from '../../ui/GoodsImage/GoodsImage.tsx';

const TIERS: readonly Tier[] = [1, 2, 3, 4, 5];

/** A tier of the wire as one the stage knows. */
export function tierOf(tier: number): Tier {
  return TIERS.find((each) => each >= Math.round(tier)) ?? 5;
}
