import { goodsText } from '../../features/orders/order-text.ts';
import { CopyButton } from '../../ui/CopyButton/CopyButton.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import type { OrderFile } from './order-file.ts';
import styles from './Order.module.css';

/** Number, goods, character and time of the order, below its sum. */
export function Facts({ file }: { readonly file: OrderFile }) {
  const { order_no: number, goods, character, created_at: at, now } = file;
  return (
    <p className={styles['facts']}>
      <span className={styles['number']}>
        <span className="mono">{number}</span>
        <CopyButton text={number} what="order number" />
      </span>
      <span>
        <bdi>{goodsText(goods)}</bdi> · {character.project.name}
      </span>
      <span>
        <bdi>{character.name}</bdi> · {character.server_name}
      </span>
      <span>
        <Time at={at} now={now} as="full" />, <Time at={at} now={now} as="distance" />
      </span>
    </p>
  );
}
