import type { OrderEntry } from '@webpay/contract/calls';
import type { SummaryLine } from '../../orders/OrderSummary.tsx';

/** What an order is made of, as its page and its summary draw it. */
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
