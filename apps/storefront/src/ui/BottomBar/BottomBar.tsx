import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './BottomBar.module.css';

export type BottomBarProps = {
  /** A small button before the sum. */
  readonly start?: ReactNode;
  /** What is bought or why nothing can be, and the amount. The amount never wraps. */
  readonly sum?: { readonly note: ReactNode; readonly amount: ReactNode } | undefined;
  /** One primary; a ghost before it where there is a second way. */
  readonly children: ReactNode;
  /** Buttons whose labels do not fit side by side stand on each other, the primary on top. */
  readonly wraps?: boolean;
};

/** The sticky foot of a screen: sum at the start, the one primary button takes the rest. */
export function BottomBar({ start, sum, children, wraps }: BottomBarProps) {
  return (
    <div className={styles.foot} data-foot>
      {start}
      {sum && (
        <div className={styles.sum}>
          <small>{sum.note}</small>
          <b className="num">{sum.amount}</b>
        </div>
      )}
      <div className={cx(styles.buttons, wraps && styles.wraps)}>{children}</div>
    </div>
  );
}
