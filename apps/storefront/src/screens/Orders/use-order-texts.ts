import type { OrderEntry } from '@webpay/contract/calls';
import { serverNow } from '../../api/call.ts';
import { RETRY_DAYS_MS } from '../../features/checkout/result/delivery-steps.ts';
import { latePayment } from '../../features/checkout/result/result-view.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { orderStatus } from './order-view.ts';
import { unreachable } from '../../browser/unreachable.ts';

/** The day that an order's line names: of its refund, of its code's end, or of the last delivery. */
function dayOf({ refunded_at, has_code, expires_at, created_at }: OrderEntry): number {
  return refunded_at ?? (has_code ? expires_at : created_at + RETRY_DAYS_MS);
}

export function useOrderTexts() {
  const t = useText();
  const lang = useLang();
  const money = useMoney();

  /** Names the item, or the number of items. */
  function nameOf({ items }: Pick<OrderEntry, 'items'>): string {
    const [only, ...more] = items;
    const count = items.reduce((sum, item) => sum + item.count, 0);
    if (!only || more.length > 0) return t('payment.items', { count });
    return only.count === 1
      ? only.name
      : `${only.name} ${t('goods.times', { count: formatNumber(only.count, lang) })}`;
  }

  /** Returns null where the line is a countdown. */
  function lineOf(order: OrderEntry): string | null {
    const { line } = orderStatus(order, serverNow());
    switch (line.kind) {
      case 'none':
        return '';
      case 'text':
        return t(line.id, {
          price: money(order.total),
          day: formatDate(dayOf(order), lang, 'day'),
        });
      case 'late':
        return t(line.id, { price: money(latePayment(order)?.amount ?? order.total) });
      case 'countdown':
        return null;
      default:
        return unreachable(line, 'line');
    }
  }

  return { nameOf, lineOf };
}
