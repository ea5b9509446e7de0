import type { Tone } from '@webpay/contract/console/shapes';
import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** A list or page without content: the fact, its reason, the ways on. */
export function EmptyState({
  icon,
  tone = 'grey',
  title,
  actions,
  children,
}: {
  readonly icon: ReactNode;
  readonly tone?: Tone;
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles['empty']}>
      <span className={styles['icon']} data-tone={tone} aria-hidden="true">
        {icon}
      </span>
      <strong className="strong">{title}</strong>
      {children !== undefined && <p className="muted small">{children}</p>}
      {actions !== undefined && <div className="row">{actions}</div>}
    </div>
  );
}
