import { useRef, useState } from 'react';
import type { CartItem } from '../../features/cart/queries.ts';
import { useText } from '../../i18n/text.tsx';
import { toast } from '../../ui/Toaster/toast.ts';
import type { FilledBasket } from './use-basket.ts';

/** Items marked for removal in edit mode. */
export type Marks = ReturnType<typeof useMarks>;

/** Items named by the "removed" toast while it is shown. */
type Removal = { readonly items: readonly CartItem[]; readonly isShown: () => boolean };

export function useMarks(basket: FilledBasket) {
  const t = useText();
  const [ids, setIds] = useState<readonly string[]>([]);
  const last = useRef<Removal>({ items: [], isShown: () => false });
  const all = [...basket.buyable, ...basket.gone];
  const marked = all.filter(({ product_id }) => ids.includes(product_id));
  const { writer } = basket;

  return {
    marked,
    isOn: (id: string) => ids.includes(id),
    toggle: (id: string) =>
      setIds(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]),
    toggleAll: () =>
      setIds(marked.length === all.length ? [] : all.map(({ product_id }) => product_id)),
    clear: () => setIds([]),
    remove(items: readonly CartItem[]) {
      for (const item of items) writer?.wish(item, 0);
      void writer?.flush();
      setIds(ids.filter((id) => !items.some(({ product_id }) => product_id === id)));
      // The one toast names, and restores, all items removed while it is shown.
      const before = last.current.isShown() ? last.current.items : [];
      const isAgain = (each: CartItem) =>
        items.some(({ product_id }) => product_id === each.product_id);
      const removed = [...before.filter((each) => !isAgain(each)), ...items];
      const isShown = toast(t('cart.removed', { count: removed.length }), {
        action: {
          label: t('cart.undo'),
          run() {
            for (const item of removed) writer?.wish(item, item.count);
            void writer?.flush();
          },
        },
      });
      last.current = { items: removed, isShown };
    },
  };
}
