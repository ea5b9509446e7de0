import { IconX } from '@tabler/icons-react';
import { useCall } from '../../api/queries.ts';
import { MoneyTable } from '../../features/orders/MoneyTable/MoneyTable.tsx';
import { WhyCard } from '../../features/orders/WhyCard/WhyCard.tsx';
import { Missing, Reading } from '../../features/reading/Reading.tsx';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Badges } from '../../ui/Badge/Badge.tsx';
import { IconButton } from '../../ui/Button/Button.tsx';
import { CopyButton } from '../../ui/CopyButton/CopyButton.tsx';
import { useKeys } from '../../ui/Keys/keys.ts';
import { moneyText } from '../../ui/Money/money-text.ts';
import styles from './Peek.module.css';

/** Drawer beside the list: cause and money of an order. The focus stays in the list. */
export function Peek({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const order = useCall('order', { id });
  useKeys('Peek', [{ key: 'Escape', label: 'Close the drawer', run: onClose }]);
  return (
    <aside className={styles['peek']} aria-label="Peek">
      <header className={styles['head']}>
        <strong className="grow">
          {order.data ? (
            <>
              {moneyText(order.data.total)} · {order.data.order_no}{' '}
              <CopyButton text={order.data.order_no} what="order number" />
            </>
          ) : (
            'Order'
          )}
        </strong>
        <IconButton label="Close the drawer" onClick={onClose}>
          <IconX aria-hidden />
        </IconButton>
      </header>
      <div className={styles['body']}>
        <Reading
          query={order}
          failed="The order could not be read."
          missing={<Missing title={`There is no order ${id}`} />}
        >
          {({ explain, money, now }) => (
            <>
              <Badges badges={explain.badges} />
              <WhyCard explain={explain} now={now} isNarrow />
              <MoneyTable money={money} />
            </>
          )}
        </Reading>
      </div>
      <footer className={styles['foot']}>
        <ConsoleLink to={`/orders/${id}`}>Open the order</ConsoleLink>
      </footer>
    </aside>
  );
}
