import type { OrderEntry } from '@webpay/contract/calls';
import { useEffect, useEffectEvent } from 'react';
import { requestOn } from '../../features/support/requests/request-rules.ts';
import { stateKeyOf } from '../../features/support/requests/request-view.ts';
import type { Requests } from '../../features/support/requests/use-requests.ts';
import { useReceipt } from './use-receipt.ts';

/** Receipt of an order and the support request about it; `onStale` asks for the order again. */
export function usePapers(order: OrderEntry | null, requests: Requests, onStale: () => void) {
  const isOurs = order !== null && order.role.cid !== undefined;
  const request = isOurs ? requestOn(requests.list, order.order_id) : null;
  const stand = stateKeyOf(request);
  // Decisions, refunds and resends show in the order, too.
  const lookAgain = useEffectEvent(onStale);
  useEffect(() => {
    if (stand !== '') lookAgain();
  }, [stand]);
  return { ...useReceipt(order, stand), request, isOurs };
}

/** Whether an order has a receipt: something was paid. */
export function hasReceipt({ state }: Pick<OrderEntry, 'state'>): boolean {
  return state === 'success' || state === 'refunded';
}
