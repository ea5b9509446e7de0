import type { Goods } from '@webpay/contract/calls';
import { useCallback, useState } from 'react';
import { limitsOf } from '../../api/limits.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { enter } from '../../features/account/enter.ts';
import type { Buying, Line } from '../../features/buy-sheet/lines.ts';
import { useWanted } from '../../features/buy-sheet/use-wanted.ts';
import type { Lookup } from '../../features/character/lookup.ts';
import { navigate } from '../../router/history.ts';
import { useLocation } from '../../router/location.tsx';
import { paths } from '../../router/paths.ts';

export type Purchase = ReturnType<typeof usePurchase>;

/** A visitor's selection on home, and the way on once the character is found (F01, F02). */
export function usePurchase(lookup: Lookup, goods: readonly Goods[]) {
  const configs = useConfigs();
  const project = useProject();
  const location = useLocation();
  const { lines, price, select, take } = useWanted(goods);
  const [opened, setOpened] = useState<Goods | null>(null);
  const onSelect = useCallback(
    (each: Goods) => {
      select(each);
      // The pane shows the fields again.
      setOpened(null);
    },
    [select],
  );

  /** With the character found: to the checkout, or without goods to the shop. */
  function goOn(bought: readonly Line[]) {
    if (lookup.state !== 'found') return;
    enter(project, lookup.found);
    // A project that requires a password has home ask for it first.
    const needsNoPassword = lookup.found.has_pwd || limitsOf(configs).pwdStatus === '0';
    const [only, ...more] = bought.map((line) => ({
      id: line.goods.product_id,
      count: line.count,
    }));
    if (only && more.length === 0 && needsNoPassword) {
      navigate(paths.directPayment(project, only));
    } else if (only) {
      const state: Buying = { buying: [only, ...more] };
      navigate(paths.home(project), { state });
    } else {
      const target = targetOf(location.state) ?? paths.goodsList(project);
      navigate(needsNoPassword ? target : paths.home(project));
    }
  }

  return {
    lines,
    price,
    /** Goods whose contents show. */
    opened,
    close: () => setOpened(null),
    take,
    goOn,
    cards: {
      chosen: lines.map((line) => line.goods.product_id),
      opened,
      onSelect,
      onOpen: setOpened,
    },
  };
}

/** Returns the page to continue on, set by a page that needs this character. */
function targetOf(state: unknown): string | null {
  const isSent = typeof state === 'object' && state !== null && 'switching' in state;
  return isSent && typeof state.switching === 'string' ? state.switching : null;
}
