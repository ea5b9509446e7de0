import type { ReactNode } from 'react';
import { cardClass } from '../Card/card-class.ts';
import { cx } from '../cx.ts';
import styles from './Panel.module.css';

export function Panel(props: {
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** Its heading's id makes it a named section. */
  readonly labelledBy?: string;
  readonly tight?: boolean;
}) {
  const className = cx(cardClass, styles.panel, props.tight && styles.tight, props.className);
  return props.labelledBy === undefined ? (
    <div className={className}>{props.children}</div>
  ) : (
    <section className={className} aria-labelledby={props.labelledBy}>
      {props.children}
    </section>
  );
}
