import { Fragment, type ReactNode } from 'react';
import styles from './KeyValue.module.css';

/** Facts with their names. */
export function KeyValue({
  facts,
}: {
  readonly facts: readonly { readonly label: string; readonly value: ReactNode }[];
}) {
  return (
    <dl className={styles['list']}>
      {facts.map(({ label, value }, index) => (
        // Several payments of one order have the same labels.
        <Fragment key={`${index} ${label}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
