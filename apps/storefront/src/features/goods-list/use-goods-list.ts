import type { Goods } from '@webpay/contract/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { navigate } from '../../router/history.ts';
import { paths } from '../../router/paths.ts';
import { seen } from '../analytics/seen.ts';
import { NOBODY } from '../cart/use-cart.ts';
import { useGoodsCart } from './use-goods-cart.ts';
import { usePage, useProject } from '../../api/page.tsx';
import { useCountry } from '../goods/country.ts';
import { storage, type UserInfo } from '../../browser/storage.ts';
import { findGoods, goodsQuery, inlinedGoods } from '../goods/queries.ts';
import { ALL, chosenGoods, firstSelection, pressed, type Selection } from '../goods/selection.ts';

export type GoodsListState = ReturnType<typeof useGoodsList>;

/** Goods list of a character with the player's selection (F02). */
export function useGoodsList(
  /** undefined until the storage has been read. */
  user: UserInfo | undefined,
  options: {
    /** Preselects the last purchase; not where "Buy again" offers it. */
    readonly choosesLast: boolean;
    /** Selected already, before the character was known. */
    readonly chosen?: Selection;
  },
) {
  const { choosesLast, chosen: first = [] } = options;
  const project = useProject();
  const [country] = useCountry();
  const queries = useQueryClient();
  const inlined = inlinedGoods(usePage(), country);
  // The checkout shares this query, whose limits are out of date after a purchase.
  const query = useQuery({
    ...goodsQuery(user?.role ?? NOBODY, country),
    enabled: user !== undefined,
    refetchOnMount: 'always',
    ...(inlined === null ? {} : { placeholderData: inlined }),
  });
  // "Buy again" and the usual method follow the character to a device where it bought nothing yet.
  const last = query.data?.last;
  useEffect(() => {
    if (last && storage.read('lastPurchase', project) === null) {
      storage.write('lastPurchase', last, project);
    }
  }, [last, project]);
  const [category, setCategory] = useState(ALL);
  const [chosen, setChosen] = useState<Selection | undefined>(first.length > 0 ? first : undefined);
  const [openedId, setOpenedId] = useState<string | null>(null);

  const lastBought =
    choosesLast && user !== undefined
      ? (storage.read('lastPurchase', project)?.product_id ?? null)
      : null;
  const goods = query.data?.goods;
  const selected = useMemo(
    () => chosenGoods(chosen ?? firstSelection(lastBought), goods ?? []),
    [chosen, lastBought, goods],
  );
  const cart = useGoodsCart(user);

  return {
    role: user?.role,
    list: query.data,
    /** The list is this character's own, with what is left of its limits. */
    isOwn: query.isSuccess && !query.isPlaceholderData,
    failure: query.error,
    isLoading: query.isPending,
    isFetching: query.isFetching,
    retry: () => void query.refetch({ cancelRefetch: true }),
    category,
    setCategory,
    selected,
    /** Goods whose popup is open. */
    opened: findGoods(query.data, openedId),
    select(each: Goods) {
      seen.push({ kind: 'select', goods: each });
      const now = selected.map(({ product_id }) => product_id);
      // A preselection gives way to the player's first choice.
      setChosen(pressed(now, each.product_id, cart.isOpen && chosen !== undefined));
      // The pane shows the order again.
      setOpenedId(null);
    },
    open(each: Goods) {
      seen.push({ kind: 'view', goods: each });
      setOpenedId(each.product_id);
    },
    close: () => setOpenedId(null),
    buy(each: Goods, count: number) {
      setOpenedId(null);
      // Limits and prices are refetched when the player returns.
      void queries.invalidateQueries({ queryKey: ['goods'], refetchType: 'none' });
      navigate(paths.directPayment(project, { id: each.product_id, count }));
    },
    cart,
    /** Adds to the cart without leaving the list. */
    async add(goods: readonly Goods[], count: number) {
      const isIn = await cart.add(goods.map((each) => ({ goods: each, count })));
      if (!isIn) return;
      setOpenedId(null);
      setChosen([]);
    },
    checkOut() {
      void queries.invalidateQueries({ queryKey: ['goods'], refetchType: 'none' });
      void cart.checkOut(selected);
    },
  };
}
