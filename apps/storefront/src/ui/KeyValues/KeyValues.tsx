import type { ReactNode } from 'react';
import styles from './KeyValues.module.css';

type KeyValue = {
  readonly key: string;
  /** Needed when two rows have the same name. */
  readonly id?: string;
  readonly value: ReactNode;
};

/** Lists facts in two columns, with a larger total. */
export function KeyValues(props: {
  readonly rows: readonly KeyValue[];
  readonly total?: KeyValue;
}) {
  const { rows, total } = props;
  return (
    <dl className={styles.list}>
      {[...rows, ...(total ? [total] : [])].map((row) => (
        <div key={row.id ?? row.key} className={row === total ? styles.total : undefined}>
          <dt>{row.key}</dt>
          <dd className="num">{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
