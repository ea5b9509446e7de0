import type { OrderEntry } from '@webpay/contract/calls';
import { serverNow } from '../../api/call.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import styles from './OrderDetail.module.css';
import { orderStatus } from './order-view.ts';
import { StateChip } from './StateChip.tsx';
import { useOrderTexts } from './use-order-texts.ts';

/** Picture, name, state and amount of the chosen order; announces each choice. */
export function OrderHead({ order }: { readonly order: OrderEntry }) {
  const money = useMoney();
  const { nameOf } = useOrderTexts();
  const [first] = order.items;
  const name = nameOf(order);
  const total = money(order.total);
  return (
    <div className={styles.head}>
      <p role="status" className="sr-only">
        {name}, {total}
      </p>
      {first && <GoodsImage size="thumb" tier={3} picture={first.image} eager />}
      <div className={styles.name}>
        <h2>{name}</h2>
        <StateChip status={orderStatus(order, serverNow())} />
      </div>
      <b className={`num ${styles.total}`}>{total}</b>
    </div>
  );
}
