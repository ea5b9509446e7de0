import type { OrderEntry } from '@webpay/contract/calls';
import type { SummaryLine } from '../../orders/OrderSummary.tsx';

/** Lines of an order for its page and its summary. */
export function linesOf({ items }: Pick<OrderEntry, 'items'>): readonly SummaryLine[] {
  return items.map((item) => ({
    key: item.product_id,
    name: item.name,
    image: item.image,
    count: item.count,
    bonus: item.bonus?.count ?? null,
    price: item.subtotal,
  }));
}
