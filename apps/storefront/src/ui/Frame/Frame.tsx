import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Frame.module.css';

/** Lays out backdrop, rail, column (`main`) and aside (interface.md §3). */
export function Frame(props: {
  /** From 1180 px: logo, navigation, character, legal; GlassCards. First in reading order. */
  readonly rail?: ReactNode;
  readonly children: ReactNode;
  /** From 1180 px: summary and help; GlassCards. A primary in it hides the bottom bar. */
  readonly aside?: ReactNode;
  readonly asideLabel?: string;
}) {
  return (
    <>
      <div className={styles.backdrop} aria-hidden="true" data-scene />
      <div className={styles.shell} data-wide={props.rail ? true : undefined}>
        {props.rail && <div className={styles.rail}>{props.rail}</div>}
        <main className={styles.column}>{props.children}</main>
        {props.aside && (
          <aside className={styles.aside} aria-label={props.asideLabel}>
            {props.aside}
          </aside>
        )}
      </div>
    </>
  );
}

export function GlassCard(props: { readonly children: ReactNode; readonly end?: boolean }) {
  return (
    <div className={styles.glass} data-end={props.end || undefined}>
      {props.children}
    </div>
  );
}

/** Spaces the content between the bars. */
export function Content(props: { readonly children: ReactNode }) {
  return <div className={cx('stack', styles.content)}>{props.children}</div>;
}
