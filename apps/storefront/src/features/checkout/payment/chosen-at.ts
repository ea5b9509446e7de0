import { paths } from '../../../router/paths.ts';
import { useConfigs, useProject } from '../../../api/page.tsx';
import type { Checkout } from '../../../browser/storage.ts';

/** Where what is bought was chosen: the cart, an event's page once it is open, else the shelf. */
export function useChosenAt(source: Checkout['source'] | 'mall'): string {
  const project = useProject();
  const { open_screens: open } = useConfigs();
  if (source === 'cart') return paths.cart(project);
  if (source === 'card' && open.includes('card')) return paths.card(project);
  if (source === 'bargain' && open.includes('bargainirg')) return paths.bargain(project);
  return paths.goodsList(project);
}
