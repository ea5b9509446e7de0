import type { Cart } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { navigate } from '../../router/history.ts';
import { isBuyable, piecesOf, usdOf } from '../../features/cart/cart-rules.ts';
import { type CartItem, cartQuery } from '../../features/cart/queries.ts';
import { useCart } from '../../features/cart/use-cart.ts';
import { useTicks } from '../../features/cart/use-ticks.ts';
import { limitsOf } from '../../api/limits.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { toastFailure } from '../../features/support/code-message.ts';
import { goodsQuery, priceQuery } from '../../features/goods/queries.ts';
import { rememberCheckout } from '../../features/checkout/payment/checkout.ts';
import { useCountry } from '../../features/goods/country.ts';
import { sameMoney, sumOf } from '../../features/goods/money.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';

export type FilledBasket = ReturnType<typeof useBasket> & { readonly cart: Cart };

/** Returns the cart with all data of its page (R09, S09). */
export function useBasket(user: UserInfo) {
  const state = useCart(user);
  const { cart, writer } = state;
  const t = useText();
  const project = useProject();
  const configs = useConfigs();
  const queries = useQueryClient();
  const [country] = useCountry();
  const goods = useQuery(goodsQuery(user.role, country));
  const ticks = useTicks();
  const isRefreshed = useOnceTrue(cart?.refreshed ?? false);
  const [isLeaving, setIsLeaving] = useState(false);
  const [hasDiffered, setHasDiffered] = useState(false);

  useEffect(() => {
    // Sends changes that a lost network held back.
    void writer?.flush();
    return () => writer?.clearRefusals();
  }, [writer]);

  const buyable = cart?.items.filter(isBuyable) ?? [];
  const prices = useUsdPrices(buyable);
  const ticked = buyable.filter(({ product_id }) => ticks.isOn(product_id));
  const total = sumOf(ticked.map(({ subtotal }) => subtotal));

  async function checkOut(): Promise<void> {
    if (!writer || !total || isLeaving) return;
    setIsLeaving(true);
    try {
      if (!(await writer.flush())) return;
      // Reports changes here, before the payment page.
      const now = await queries.fetchQuery({ ...cartQuery(user.role, country), staleTime: 0 });
      if (!isAsShown(now, ticked, total)) return setHasDiffered(true);
      const products = ticked.map(({ product_id, count }) => ({ product_id, count }));
      rememberCheckout(project, user, { source: 'cart', products }, country);
      navigate(paths.payment(project));
    } catch (failure) {
      toastFailure(t, failure, configs);
    } finally {
      setIsLeaving(false);
    }
  }

  return {
    ...state,
    limits: limitsOf(configs, cart),
    /** Details of the goods list on the same products; the cart does not wait for them. */
    goods: goods.data,
    buyable,
    gone: cart?.items.filter((each) => !isBuyable(each)) ?? [],
    ticks,
    ticked,
    total,
    /** Dollars of the ticked items; null where unknown. */
    usd: usdOf(ticked, prices),
    /** Something differs from when it was added, or from when Check out was pressed. */
    isRefreshed: isRefreshed || hasDiffered || buyable.some(({ was }) => was !== undefined),
    isLeaving,
    checkOut,
  };
}

/** True when the server's cart still holds the items shown, at that price. */
function isAsShown(now: Cart, ticked: readonly CartItem[], total: Money): boolean {
  const ids = new Set(ticked.map(({ product_id }) => product_id));
  const current = now.items.filter((each) => ids.has(each.product_id) && isBuyable(each));
  const sum = sumOf(current.map(({ subtotal }) => subtotal));
  return sum !== null && piecesOf(current) === piecesOf(ticked) && sameMoney(sum, total);
}

/** Stays true while the page is open: the server reports changes only once. */
function useOnceTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return wasTrue || isTrue;
}

/** Requests dollar prices for the limits where the cart is in another currency (V05). */
function useUsdPrices(items: readonly CartItem[]): ReadonlyMap<string, Money> {
  const { countries } = useConfigs();
  const isOther = items.some(({ price }) => price.currency !== 'USD');
  const dollars = countries.find(({ currency }) => currency === 'USD')?.country;
  const ids = items.map(({ product_id }) => product_id).join(',');
  const query = useQuery({
    ...priceQuery(ids, dollars ?? ''),
    enabled: isOther && dollars !== undefined,
  });
  return new Map(query.data?.prices.map((each) => [each.product_id, each.price]));
}
