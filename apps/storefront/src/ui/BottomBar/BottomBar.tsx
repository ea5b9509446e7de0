import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './BottomBar.module.css';

/** Sticks to the screen's bottom: sum at the start, the primary button takes the rest. */
export function BottomBar(props: {
  readonly start?: ReactNode;
  /** The amount, which never wraps, and what it buys or why nothing can be bought. */
  readonly sum?: { readonly note: ReactNode; readonly amount: ReactNode } | undefined;
  /** One primary; a ghost before it for a second action. */
  readonly children: ReactNode;
  /** Stacks buttons whose labels do not fit side by side, the primary on top. */
  readonly wraps?: boolean;
}) {
  const { sum } = props;
  return (
    <div className={cx('row', styles.foot)} data-foot>
      {props.start}
      {sum && (
        <div className={styles.sum}>
          <small className="muted">{sum.note}</small>
          <b className="num">{sum.amount}</b>
        </div>
      )}
      <div className={cx('grow', styles.buttons, props.wraps && styles.wraps)}>
        {props.children}
      </div>
    </div>
  );
}
