import { useEffect, useEffectEvent, useRef } from 'react';
import { useProject } from '../../api/page.tsx';
import type { GoodsListState } from '../goods-list/use-goods-list.ts';
import { navigate } from '../../router/history.ts';
import { paths } from '../../router/paths.ts';
import { linesOf, type Wanted } from './lines.ts';

/** Goes on to the checkout of what was selected before the character was known, once. */
export function useGoOn(wanted: readonly Wanted[], goodsList: GoodsListState): void {
  const project = useProject();
  const isDone = useRef(wanted.length === 0);
  const goOn = useEffectEvent(() => {
    const lines = linesOf(wanted, goodsList.list?.goods ?? []);
    // Back from the checkout stays on home.
    navigate(paths.home(project), { replace: true });
    // The rest stays selected where this character may not buy all of it.
    if (lines.length < wanted.length) return;
    const [only, ...more] = lines;
    if (more.length > 0) goodsList.checkOut();
    else if (only) goodsList.buy(only.goods, only.count);
  });

  const { isOwn } = goodsList;
  useEffect(() => {
    if (!isOwn || isDone.current) return;
    isDone.current = true;
    goOn();
  }, [isOwn]);
}
