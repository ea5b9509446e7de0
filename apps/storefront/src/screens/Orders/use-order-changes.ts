import type { OrderEntry } from '@webpay/contract/calls';
import { useState } from 'react';
import { serverNow } from '../../api/call.ts';
import { useText } from '../../i18n/text.tsx';
import { orderStatus } from './order-view.ts';
import { useOrderTexts } from './use-order-texts.ts';

/** Announces the changes of the last refresh: "60 Gems: Delivered". */
export function useOrderChanges(list: readonly OrderEntry[]): string {
  const t = useText();
  const { nameOf } = useOrderTexts();
  const [seen, setSeen] = useState(list);
  const [changes, setChanges] = useState('');
  if (seen !== list) {
    const chipOf = (order: OrderEntry) => orderStatus(order, serverNow()).chip;
    const before = new Map(seen.map((order) => [order.order_id, chipOf(order)]));
    const changed = list.filter((order) => {
      const chip = before.get(order.order_id);
      return chip !== undefined && chip !== chipOf(order);
    });
    setSeen(list);
    if (changed.length > 0) {
      setChanges(changed.map((order) => `${nameOf(order)}: ${t(chipOf(order))}`).join('. '));
    }
  }
  return changes;
}
