import type { Goods } from '@webpay/contract/calls';
import { navigate } from '../../router/history.ts';
import { paths } from '../../router/paths.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { rememberCheckout } from '../checkout/payment/checkout.ts';
import { useCountry } from '../goods/country.ts';
import { storage, type UserInfo } from '../../browser/storage.ts';
import { isBuyable } from '../cart/cart-rules.ts';
import { useAddToCart } from '../cart/use-add-to-cart.ts';
import { useCart } from '../cart/use-cart.ts';
import { tickInCart } from '../cart/use-ticks.ts';

/** Cart as the goods list, popup and packs use it. */
export function useGoodsCart(user: UserInfo | undefined) {
  const project = useProject();
  const configs = useConfigs();
  const [country] = useCountry();
  const { cart } = useCart(user);
  const { isAdding, add, ensure } = useAddToCart(user);

  return {
    isOpen: configs.open_screens.includes('cart'),
    /** Items that can be bought; null while empty or unknown. */
    contents:
      cart && cart.count > 0
        ? { items: cart.items.filter(isBuyable), count: cart.count, total: cart.total }
        : null,
    isBusy: isAdding,
    add,
    /** Puts one of each into the cart and opens the checkout, or the cart if it held more of them. */
    async checkOut(goods: readonly Goods[]) {
      const ids = goods.map(({ product_id }) => product_id);
      const now = await ensure(goods);
      if (!user || !now) return;
      tickInCart(project, ids);
      const leftOut = storage.read('cartLeftOut', project) ?? [];
      const products = now.items
        .filter((item) => isBuyable(item) && !leftOut.includes(item.product_id))
        .map(({ product_id, count }) => ({ product_id, count }));
      // The cart held more, so the total differs from the one shown.
      if (products.some(({ product_id, count }) => count > 1 || !ids.includes(product_id))) {
        return navigate(paths.cart(project));
      }
      rememberCheckout(project, user, { source: 'cart', products }, country);
      navigate(paths.payment(project));
    },
    view: () => navigate(paths.cart(project)),
  };
}
