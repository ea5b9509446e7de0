import type { Goods, Role } from '@webpay/contract/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { navigate } from '../../router/history.ts';
import { paths } from '../../router/paths.ts';
import { seen } from '../analytics/seen.ts';
import { type GoodsCart, useGoodsCart } from './use-goods-cart.ts';
import { usePage, useProject } from '../../api/page.tsx';
import { useCountry } from '../goods/country.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { storage } from '../../browser/storage.ts';
import { findGoods, goodsQuery, type GoodsList, inlinedGoods } from '../goods/queries.ts';
import { ALL, chosenGoods, firstSelection, pressed, type Selection } from '../goods/selection.ts';

export type GoodsListState = {
  readonly list: GoodsList | undefined;
  readonly failure: unknown;
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  readonly retry: () => void;
  readonly category: string;
  readonly setCategory: (category: string) => void;
  readonly selected: readonly Goods[];
  /** The pack whose popup is open. */
  readonly opened: Goods | null;
  readonly select: (goods: Goods) => void;
  readonly open: (goods: Goods) => void;
  readonly close: () => void;
  readonly buy: (goods: Goods, count: number) => void;
  readonly cart: GoodsCart;
  /** Into the cart, without leaving the shelf. */
  readonly add: (goods: readonly Goods[], count: number) => Promise<void>;
  readonly checkOut: () => void;
};

/** No character is called so: until it is known who is there, nobody's goods are asked for. */
const NOBODY: Role = { pr_id: '', server_id: '', server_name: '', cid: '', name: '', level: 0 };

/** The shelf of a character with what the player chose on it (F02). */
export function useGoodsList(
  /** undefined while the page is as the server rendered it. */
  user: UserInfo | undefined,
  /** The last purchase is chosen already; not where "Buy again" says the same. */
  { choosesLast }: { readonly choosesLast: boolean },
): GoodsListState {
  const project = useProject();
  const [country] = useCountry();
  const queries = useQueryClient();
  const inlined = inlinedGoods(usePage(), country);
  // The checkout reads the same list: what it fetched before the purchase has the old limits.
  const query = useQuery({
    ...goodsQuery(user?.role ?? NOBODY, country),
    enabled: user !== undefined,
    refetchOnMount: 'always',
    ...(inlined === null ? {} : { placeholderData: inlined }),
  });
  const [category, setCategory] = useState(ALL);
  const [chosen, setChosen] = useState<Selection | undefined>(undefined);
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
    list: query.data,
    failure: query.error,
    isLoading: query.isPending,
    isFetching: query.isFetching,
    retry: () => void query.refetch({ cancelRefetch: true }),
    category,
    setCategory,
    selected,
    opened: findGoods(query.data, openedId),
    select(each) {
      seen.push({ kind: 'select', goods: each });
      const now = selected.map(({ product_id }) => product_id);
      // What the shop itself has chosen gives way to the player's first choice.
      setChosen(pressed(now, each.product_id, cart.isOpen && chosen !== undefined));
    },
    open(each) {
      seen.push({ kind: 'view', goods: each });
      setOpenedId(each.product_id);
    },
    close: () => setOpenedId(null),
    buy(each, count) {
      setOpenedId(null);
      // Limits and prices are looked at again when the player comes back.
      void queries.invalidateQueries({ queryKey: ['goods'], refetchType: 'none' });
      navigate(paths.directPayment(project, { id: each.product_id, count }));
    },
    cart,
    async add(goods, count) {
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
