import { Card } from '../../ui/Card/Card.tsx';
import { CopyButton } from '../../ui/CopyButton/CopyButton.tsx';
import { KeyValue } from '../../ui/KeyValue/KeyValue.tsx';
import type { OrderFile } from './order-file.ts';
import styles from './Order.module.css';

/** Every number of the order with its name. */
export function Numbers({ file: { id, numbers } }: { readonly file: OrderFile }) {
  const all = numbers.some(({ value }) => value === id)
    ? numbers
    : [{ label: 'Order id', value: id }, ...numbers];
  return (
    <Card title="Numbers">
      <KeyValue
        facts={all.map(({ label, value }) => ({
          label,
          value: (
            <span className={styles['copied']}>
              <span className={styles['value']} title={value}>
                {shortened(value)}
              </span>
              <CopyButton text={value} what={label} />
            </span>
          ),
        }))}
      />
    </Card>
  );
}

/** Long numbers lose their middle; their title and the copy are whole. */
const shortened = (value: string): string =>
  value.length <= 24 ? value : `${value.slice(0, 10)}…${value.slice(-8)}`;
