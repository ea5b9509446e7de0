import type { Tier } from '../../ui/GoodsImage/GoodsImage.tsx';

const TIERS: readonly Tier[] = [1, 2, 3, 4, 5];

/** Maps a tier of the contract to one of the picture's. */
export function tierOf(tier: number): Tier {
  return TIERS.find((each) => each >= Math.round(tier)) ?? 5;
}
