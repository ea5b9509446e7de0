import type { ReactNode } from 'react';
import styles from './Frame.module.css';

export type FrameProps = {
  /** From 1180 px: logo, navigation, character, legal; GlassCards. Read first. */
  readonly rail?: ReactNode;
  /** The screen itself, in the 500 px column. */
  readonly children: ReactNode;
  /** From 1180 px: summary and help; GlassCards. Where it holds a primary, the foot is hidden. */
  readonly aside?: ReactNode;
  readonly asideLabel?: string;
};

/** Backdrop, rail, column, aside (interface.md §3). The column is the page's `main`. */
export function Frame(props: FrameProps) {
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

/** A sticky card of rail or aside over the backdrop. */
export function GlassCard(props: { readonly children: ReactNode; readonly end?: boolean }) {
  return (
    <div className={styles.glass} data-end={props.end || undefined}>
      {props.children}
    </div>
  );
}

/** Padding and gaps of a screen's content between bar and foot. */
export function Content(props: { readonly children: ReactNode }) {
  return <div className={styles.content}>{props.children}</div>;
}
