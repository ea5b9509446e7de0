import type { OrderEntry } from '@webpay/contract/calls';
import { OrderSummary } from '../../features/order/OrderSummary.tsx';
import { isArriving } from '../../features/result/result-view.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { useOrderTexts } from './use-order-texts.ts';

/** Beside the list on wide screens: the order that is looked at. */
export function OrderAside({ order }: { readonly order: OrderEntry }) {
  const t = useText();
  const lang = useLang();
  const { nameOf } = useOrderTexts();
  return (
    <OrderSummary
      title={nameOf(order)}
      name={order.role.name}
      total={order.total}
      isOver={!isArriving(order)}
      lines={order.items.map((item) => ({
        key: item.product_id,
        name: item.name,
        image: item.image,
        count: item.count,
        bonus: item.bonus && t('goods.bonus', { count: formatNumber(item.bonus.count, lang) }),
        price: item.subtotal,
      }))}
    />
  );
}
