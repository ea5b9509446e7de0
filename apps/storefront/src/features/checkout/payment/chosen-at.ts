import { paths } from '../../../router/paths.ts';
import { useConfigs, useProject } from '../../../api/page.tsx';
import type { Checkout } from '../../../browser/storage.ts';

/** Address where the goods were chosen: the cart, an open event page, else the goods list. */
export function useChosenAt(source: Checkout['source'] | 'mall'): string {
  const project = useProject();
  const { open_screens: open } = useConfigs();
  if (source === 'cart') return paths.cart(project);
  if (source === 'card' && open.includes('card')) return paths.card(project);
  if (source === 'bargain' && open.includes('bargainirg')) return paths.bargain(project);
  return paths.goodsList(project);
}
