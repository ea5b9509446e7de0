import type { Goods } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import { navigate } from '../../router/history.ts';
import { paths } from '../../router/paths.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { rememberCheckout } from '../checkout/payment/checkout.ts';
import { useCountry } from '../goods/country.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { isBuyable } from '../cart/cart-rules.ts';
import type { CartItem } from '../cart/queries.ts';
import { type Addition, useAddToCart } from '../cart/use-add-to-cart.ts';
import { useCart } from '../cart/use-cart.ts';
import { tickInCart } from '../cart/use-ticks.ts';

export type GoodsCart = {
  /** The project has opened its cart. */
  readonly isOpen: boolean;
  /** What it holds that can be bought; null while it is empty or not known. */
  readonly holds: {
    readonly items: readonly CartItem[];
    readonly count: number;
    readonly total: Money;
  } | null;
  /** Something is being put in. */
  readonly isBusy: boolean;
  /** @returns whether all of it is in now; if not, the player was told why */
  readonly add: (additions: readonly Addition[]) => Promise<boolean>;
  /** One of each, by way of the cart, to the till; to the cart where it held more of them. */
  readonly checkOut: (goods: readonly Goods[]) => Promise<void>;
  readonly view: () => void;
};

/** The cart as shelf, popup and packs use it: to put in, to check out several, to look at. */
export function useGoodsCart(user: UserInfo | undefined): GoodsCart {
  const project = useProject();
  const configs = useConfigs();
  const [country] = useCountry();
  const { cart } = useCart(user);
  const { isAdding, add, assure } = useAddToCart(user);

  return {
    isOpen: configs.open_screens.includes('cart'),
    holds:
      cart && cart.count > 0
        ? { items: cart.items.filter(isBuyable), count: cart.count, total: cart.total }
        : null,
    isBusy: isAdding,
    add,
    async checkOut(goods) {
      const ids = goods.map(({ product_id }) => product_id);
      const now = await assure(goods);
      if (!user || !now) return;
      tickInCart(project, ids);
      const products = now.items
        .filter(({ product_id }) => ids.includes(product_id))
        .map(({ product_id, count }) => ({ product_id, count }));
      if (products.some(({ count }) => count > 1)) {
        // More of it was there already: the sum the player saw is not what would be paid.
        navigate(paths.cart(project));
        return;
      }
      rememberCheckout(project, user, { source: 'cart', products }, country);
      navigate(paths.payment(project));
    },
    view: () => navigate(paths.cart(project)),
  };
}
