import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { cx } from '../../ui/cx.ts';
import { letters } from '../../ui/word-width.ts';
import type { SetName } from './sets/Set.tsx';
import styles from './SetPage.module.css';

export type Scenery = { readonly name: SetName; readonly signs?: readonly string[] };

// Loaded on demand, because the first screen draws none; the page stands without it.
const LazySet = lazy<ComponentType<Scenery>>(() =>
  import('./sets/Set.tsx').catch(() => ({ default: () => null })),
);

/** The game's scene over the whole window, a set in it, and a panel with one message. */
export function SetPage(props: {
  readonly set: Scenery | null;
  /** Decorative; replaces the set. */
  readonly picture?: string | undefined;
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  /** Beside the action. */
  readonly note?: ReactNode;
  readonly end?: ReactNode;
  /** The page has a ground of its own. */
  readonly isPlain?: boolean;
}) {
  const { set } = props;
  const draws = useHydrated() && set !== null;
  return (
    <>
      {!props.isPlain && <div className={styles.world} data-scene aria-hidden="true" />}
      <div className={cx(styles.page, set && styles.withSet)}>
        {set && (
          <div className={styles.set}>
            {draws && (
              <Suspense fallback={null}>
                <LazySet {...set} />
              </Suspense>
            )}
          </div>
        )}
        <section className={styles.panel}>
          {props.picture && <img className={styles.picture} src={props.picture} alt="" />}
          <h1 tabIndex={-1} className={styles.title} style={letters(props.title)}>
            {props.title}
          </h1>
          {props.text && <p className={styles.text}>{props.text}</p>}
          {props.action && (
            <div className={styles.actions}>
              {props.action}
              {props.note}
            </div>
          )}
        </section>
      </div>
      {props.end && <div className={styles.end}>{props.end}</div>}
    </>
  );
}
