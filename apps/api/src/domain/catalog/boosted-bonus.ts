import type { ProductData } from '../projects/project-data.ts';
import type { GoodsRow } from './queries.ts';

/** Bonus while a card is active (F10): a percentage of a top-up's contents, rounded down. */
export function boostedBonus(
  kind: GoodsRow['kind'],
  { contents, bonus }: Pick<ProductData, 'contents' | 'bonus'>,
  percent: number,
): ProductData['bonus'] {
  const [main] = contents;
  if (kind !== 'topup' || main === undefined) return bonus;
  const more = Math.floor((main.count * percent) / 100);
  if (more === 0) return bonus;
  // The import ensures that a top-up's own bonus is of the same item (check-catalogue.ts).
  return { item_id: main.item_id, name: main.name, count: (bonus?.count ?? 0) + more };
}
