import { type ReactNode, useId } from 'react';
import styles from './Card.module.css';

/** A titled part of a page. */
export function Card({
  title,
  note,
  actions,
  isPadded = true,
  footer,
  children,
}: {
  readonly title: string;
  /** Grey words beside the title. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** False: the content reaches the edges, as tables do. */
  readonly isPadded?: boolean;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span className="muted small">{note}</span>}
        {actions !== undefined && <span className={styles['actions']}>{actions}</span>}
      </header>
      <div className={isPadded ? styles['padded'] : undefined}>{children}</div>
      {footer !== undefined && <footer className={styles['foot']}>{footer}</footer>}
    </section>
  );
}
