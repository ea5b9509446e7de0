import type { ReactNode } from 'react';
import styles from './LegalLine.module.css';

/** Ends a page with links, copyright and version [A08]. */
export function LegalLine(props: {
  readonly label: string;
  readonly links: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <footer className={styles.legal}>
      <nav aria-label={props.label}>{props.links}</nav>
      <div>{props.children}</div>
    </footer>
  );
}
