import type { OrderEntry } from '@webpay/contract/calls';
import { OrderSummary } from '../../orders/OrderSummary.tsx';
import { linesOf } from './lines-of.ts';
import { isArriving } from './result-view.ts';

/** Summary of the order beside the column on wide screens. */
export function OrderAside(props: { readonly order: OrderEntry; readonly title?: string }) {
  const { order, ...rest } = props;
  return (
    <OrderSummary
      {...rest}
      name={order.role.name}
      total={order.total}
      isOver={!isArriving(order)}
      lines={linesOf(order)}
    />
  );
}
