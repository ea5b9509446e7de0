import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './BottomBar.module.css';

export type BottomBarProps = {
  readonly start?: ReactNode;
  /** The amount, which never wraps, and what it buys or why nothing can be bought. */
  readonly sum?: { readonly note: ReactNode; readonly amount: ReactNode } | undefined;
  /** One primary; a ghost before it for a second action. */
  readonly children: ReactNode;
  /** Stacks buttons whose labels do not fit side by side, the primary on top. */
  readonly wraps?: boolean;
};

/** Sticks to the screen's bottom: sum at the start, the primary button takes the rest. */
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
