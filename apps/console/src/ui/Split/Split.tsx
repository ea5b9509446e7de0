import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../Button/Button.tsx';
import styles from './Split.module.css';

/** A queue with the drawer of its open row beside it. Below 1100 px the drawer stands above the queue. */
export function Split({
  drawer,
  children,
}: {
  /** Null: no row is open. */
  readonly drawer: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles['split']} data-open={drawer !== null || undefined}>
      <div className={styles['queue']}>{children}</div>
      {drawer}
    </div>
  );
}

/** Mount it with a key of its row: its heading takes the focus. */
export function Drawer({
  title,
  note,
  onClose,
  footer,
  children,
}: {
  readonly title: string;
  readonly note?: ReactNode;
  readonly onClose: () => void;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <aside className={styles['drawer']} aria-label={title}>
      <header className={styles['head']}>
        <div className="grow">
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {note !== undefined && <p className="muted small">{note}</p>}
        </div>
        <IconButton label="Close the drawer" onClick={onClose}>
          <IconX aria-hidden />
        </IconButton>
      </header>
      <div className={styles['body']}>{children}</div>
      {footer !== undefined && <footer className={styles['foot']}>{footer}</footer>}
    </aside>
  );
}
