import type { Goods } from '@webpay/contract/calls';
import { useCallback, useState } from 'react';
import { useConfigs } from '../../api/page.tsx';
import { useMoney } from '../goods/use-money.ts';
import { linesOf, pressedLine, type Wanted } from './lines.ts';
import type { totalOf as totalIn } from './total.ts';

type TotalOf = typeof totalIn;

/** Goods that a visitor selects before the character is known. */
export function useWanted(goods: readonly Goods[]) {
  const money = useMoney();
  const hasCart = useConfigs().open_screens.includes('cart');
  const [wanted, setWanted] = useState<readonly Wanted[]>([]);
  // Loaded by the first press, which keeps home small; one item's price needs no sum.
  const [totalOf, setTotalOf] = useState<TotalOf | null>(null);
  const lines = linesOf(wanted, goods);
  const [only, ...more] = lines;
  const isOne = more.length === 0 && only?.count === 1;
  const total = isOne ? only.goods.price : (totalOf?.(lines) ?? null);

  const loadTotal = useCallback(() => {
    void import('./total.ts').then((loaded) => setTotalOf(() => loaded.totalOf));
  }, []);
  const select = useCallback(
    (each: Goods) => {
      setWanted((before) => pressedLine(before, each.product_id, hasCart));
      loadTotal();
      // Statistics never hold up a press.
      void import('../analytics/seen.ts').then(({ seen }) =>
        seen.push({ kind: 'select', goods: each }),
      );
    },
    [hasCart, loadTotal],
  );
  return {
    lines,
    /** null: nothing is selected. */
    price: only === undefined ? null : total === null ? '…' : money(total),
    select,
    /** Selects only this. */
    take(each: Wanted) {
      setWanted([each]);
      loadTotal();
    },
  };
}
