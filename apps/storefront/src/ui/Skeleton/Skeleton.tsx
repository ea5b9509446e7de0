import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.tsx';
import { cardClass } from '../Card/card-class.ts';
import { cx } from '../cx.ts';
import styles from './Skeleton.module.css';

/** Groups the grey shapes of a loading list, with one label for screen readers. */
export function SkeletonGroup(props: {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  const t = useText();
  return (
    <div role="group" aria-busy="true" aria-label={t('ui.loading')} className={props.className}>
      {props.children}
    </div>
  );
}

/** Draws one grey block; sizes are CSS values: `width="70%"`, `height="calc(var(--u) * .36)"`. */
export function Skeleton(props: { readonly width?: string; readonly height?: string }) {
  const style = { inlineSize: props.width, blockSize: props.height };
  return <span aria-hidden="true" data-skeleton className={styles.block} style={style} />;
}

/** Draws the shape of a goods card. */
export function SkeletonCard({ ratio = 1.22 }: { readonly ratio?: number }) {
  return (
    <div aria-hidden="true" className={cx(cardClass, styles.card)}>
      <span className={cx(styles.block, styles.picture)} style={{ aspectRatio: ratio }} />
      <div className={styles.lines}>
        <Skeleton width="70%" />
        <Skeleton width="44%" />
        <Skeleton width="56%" height="calc(var(--u) * 0.6)" />
      </div>
    </div>
  );
}
