import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import styles from './Frame.module.css';

/** Height of the scene behind the page's head; `whole`: the page draws its own. */
export type World = 'home' | 'event' | 'strip' | 'whole';

/** Lays out bar, rail, column (`main`) and pane by the class of screen (docs/design/screens.md). */
export function Frame(props: {
  /** Head bar of wide screens and the tabs of phones. */
  readonly bar?: ReactNode;
  /** Links before and after the bar, for keyboards. */
  readonly skip?: { readonly content: string; readonly pane: string };
  /** From 1024 px: categories and events. */
  readonly rail?: ReactNode;
  readonly children: ReactNode;
  /** From 560 px in landscape and from 768 px: the next step. A primary in it hides the bottom bar. */
  readonly pane?: ReactNode;
  readonly paneLabel?: string;
  /** The pane shows one of the column's list, so it is as wide as the list on small screens. */
  readonly isDetail?: boolean;
  readonly tabs?: ReactNode;
  readonly world?: World;
}) {
  const { skip, world = 'strip' } = props;
  const id = useId();
  return (
    <>
      <div className={styles.air} aria-hidden="true" data-scene />
      <div className={styles.shell} data-world={world}>
        {skip && <SkipLink to={`${id}main`}>{skip.content}</SkipLink>}
        {skip && props.pane && (
          <span className={styles.forPane}>
            <SkipLink to={`${id}pane`}>{skip.pane}</SkipLink>
          </span>
        )}
        {props.bar}
        <div
          className={styles.layout}
          data-rail={props.rail ? true : undefined}
          data-pane={props.pane ? (props.isDetail ? 'detail' : true) : undefined}
        >
          {props.rail && <div className={styles.rail}>{props.rail}</div>}
          <main className={styles.column} id={`${id}main`} tabIndex={-1}>
            {props.children}
          </main>
          {props.pane && (
            <aside
              className={styles.pane}
              id={`${id}pane`}
              tabIndex={-1}
              aria-label={props.paneLabel}
              data-aside
            >
              {props.pane}
            </aside>
          )}
        </div>
        {props.tabs}
      </div>
    </>
  );
}

/** Moves the focus without touching the address, whose fragment may name an order. */
function SkipLink(props: { readonly to: string; readonly children: string }) {
  return (
    <a
      className={cx('sr-only', styles.skip)}
      href={`#${props.to}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(props.to)?.focus();
      }}
    >
      {props.children}
    </a>
  );
}

/** Part of the pane; `end` keeps it at the pane's lower edge. */
export function PanePart(props: { readonly children: ReactNode; readonly end?: boolean }) {
  return (
    <div className={styles.part} data-end={props.end || undefined}>
      {props.children}
    </div>
  );
}

/** Spaces the content between the bars. */
export function Content(props: { readonly children: ReactNode }) {
  return <div className={cx('stack', styles.content)}>{props.children}</div>;
}
