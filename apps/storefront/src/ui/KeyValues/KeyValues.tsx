import type { ReactNode } from 'react';
import styles from './KeyValues.module.css';

export type KeyValue = { readonly key: string; readonly value: ReactNode };

/** Lists facts in two columns, with a larger total. */
export function KeyValues(props: {
  readonly rows: readonly KeyValue[];
  readonly total?: KeyValue;
}) {
  return (
    <dl className={styles.list}>
      {props.rows.map((row) => (
        <div key={row.key}>
          <dt>{row.key}</dt>
          <dd className="num">{row.value}</dd>
        </div>
      ))}
      {props.total && (
        <div className={styles.total}>
          <dt>{props.total.key}</dt>
          <dd className="num">{props.total.value}</dd>
        </div>
      )}
    </dl>
  );
}
