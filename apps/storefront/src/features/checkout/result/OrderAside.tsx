import type { OrderEntry } from '@webpay/contract/calls';
import { OrderSummary, type SummaryLine } from '../../orders/OrderSummary.tsx';
import { useOrderRows } from './OrderFacts.tsx';
import { isArriving } from './result-view.ts';

/** Summary of the order beside the column on wide screens. */
export function OrderAside({ order }: { readonly order: OrderEntry }) {
  const { number, more } = useOrderRows(order);
  return (
    <OrderSummary
      rows={[...number, ...more]}
      name={order.role.name}
      server={order.role.server_name}
      total={order.total}
      // A delayed mail does not arrive within a minute.
      isOver={!isArriving(order) || order.delivery.state === 'retrying'}
      lines={linesOf(order)}
    />
  );
}

/** Lines of an order for its page and its summary. */
export function linesOf({ items }: Pick<OrderEntry, 'items'>): readonly SummaryLine[] {
  return items.map((item) => ({
    ...item,
    key: item.product_id,
    bonus: item.bonus?.count ?? null,
    price: item.subtotal,
  }));
}
