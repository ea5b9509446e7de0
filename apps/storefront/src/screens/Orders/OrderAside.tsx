import type { OrderEntry } from '@webpay/contract/calls';
import { OrderSummary } from '../../features/order/OrderSummary.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { GlassCard } from '../../ui/Frame.tsx';
import { useOrderTexts } from './use-order-texts.ts';

export type ChosenOrder = OrderEntry | null;

/** Beside the list on wide screens: the order under the pointer or the focus. */
export function OrderAside({ order }: { readonly order: ChosenOrder }) {
  const t = useText();
  const lang = useLang();
  const { nameOf } = useOrderTexts();
  if (order === null) {
    return (
      <GlassCard>
        <p className="muted">{t('orders.choose')}</p>
      </GlassCard>
    );
  }
  return (
    <OrderSummary
      title={nameOf(order)}
      name={order.role.name}
      total={order.total}
      isOver={order.state !== 'success' && order.state !== 'waiting'}
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
