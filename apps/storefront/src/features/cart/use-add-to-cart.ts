import type { Cart, Goods } from '@webpay/contract/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { navigate } from '../../router/history.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { toast } from '../../ui/Toaster/toast.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { failureMessage } from '../support/code-message.ts';
import { useCountry } from '../goods/country.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { itemOfGoods, piecesOf } from './cart-rules.ts';
import type { CartWriter } from './cart-writer.ts';
import { cartQuery } from './queries.ts';
import { useCartWriter } from './use-cart.ts';

export type Addition = { readonly goods: Goods; readonly count: number };

export function useAddToCart(user: UserInfo | undefined) {
  const t = useText();
  const project = useProject();
  const configs = useConfigs();
  const queries = useQueryClient();
  const [country] = useCountry();
  const writer = useCartWriter(user);
  const [isAdding, setIsAdding] = useState(false);
  const view = { label: t('cart.view'), run: () => navigate(paths.cart(project)) };

  async function put(
    additions: readonly Addition[],
    countOf: (there: number, wanted: number) => number,
  ): Promise<Cart | null> {
    if (!user || !writer || isAdding) return null;
    setIsAdding(true);
    try {
      await writer.flush();
      // Another device may have added some meanwhile.
      const query = cartQuery(user.role, country);
      const now = await queries.fetchQuery({ ...query, staleTime: 0 });
      for (const { goods, count } of additions) {
        const there = now.items.find(({ product_id }) => product_id === goods.product_id);
        const next = countOf(there?.count ?? 0, count);
        if (next !== there?.count) writer.wish(there ?? itemOfGoods(goods, next), next);
      }
      if (await writer.flush()) return queries.getQueryData(query.queryKey) ?? now;
      discard(writer, additions);
      return null;
    } catch (failure) {
      report(failure);
      return null;
    } finally {
      setIsAdding(false);
    }
  }

  /** Discards pending wishes, because this screen does not show them. */
  function discard(from: CartWriter, additions: readonly Addition[]): void {
    const ids = additions.map(({ goods }) => goods.product_id);
    const { refused, lost } = from.current();
    report(ids.map((id) => refused.get(id)).find(Boolean) ?? lost);
    from.discard(ids);
  }

  /** Failures that the app has already reported are null or have no message. */
  function report(failure: unknown): void {
    const sentence = failure === null ? null : failureMessage(t, failure, configs);
    if (sentence !== null) toast(sentence, { action: view });
  }

  return {
    isAdding,
    /** Adds to the present counts. @returns whether all of it is in the cart; if not, a toast says why */
    async add(additions: readonly Addition[]): Promise<boolean> {
      const isIn = (await put(additions, (there, wanted) => there + wanted)) !== null;
      if (isIn) {
        toast(t('cart.added', { count: piecesOf(additions) }), { action: view });
      }
      return isIn;
    },
    /** Ensures at least one of each. @returns the cart; null after a toast that says why not */
    ensure(goods: readonly Goods[]): Promise<Cart | null> {
      const additions = goods.map((each) => ({ goods: each, count: 1 }));
      return put(additions, Math.max);
    },
  };
}
