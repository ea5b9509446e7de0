import { findGoods } from '../../features/goods/queries.ts';
import { OrderSummary } from '../../features/orders/OrderSummary.tsx';
import { useMoney } from '../../features/goods/use-money.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { CheckOutButton } from './PayBar.tsx';
import type { FilledBasket } from './use-basket.ts';

/** Renders the summary beside the column, with the button that the bottom bar then omits. */
export function CartAside(props: { readonly user: UserInfo; readonly basket: FilledBasket }) {
  const { user, basket } = props;
  const t = useText();
  const money = useMoney();
  const { total } = basket;
  return (
    <OrderSummary
      name={user.role.name}
      total={total}
      lines={basket.ticked.map((item) => {
        const goods = findGoods(basket.goods, item.product_id);
        return {
          key: item.product_id,
          name: item.name,
          image: item.image,
          count: item.count,
          bonus: goods?.bonus?.count ?? null,
          price: item.subtotal,
        };
      })}
    >
      <CheckOutButton basket={basket}>
        {total ? t('cart.check_out_price', { price: money(total) }) : t('cart.check_out')}
      </CheckOutButton>
    </OrderSummary>
  );
}
