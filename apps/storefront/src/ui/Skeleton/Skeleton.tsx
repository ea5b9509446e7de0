import type { CSSProperties, ReactNode } from 'react';
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
export function Skeleton(props: {
  readonly width?: string;
  readonly height?: string;
  readonly ratio?: number;
  readonly flat?: boolean;
}) {
  const style: CSSProperties = {
    inlineSize: props.width,
    blockSize: props.height,
    aspectRatio: props.ratio,
    ...(props.flat ? { borderRadius: 0 } : {}),
  };
  return <span aria-hidden="true" className={styles.block} style={style} />;
}

/** Draws the shape of a goods card. */
export function SkeletonCard({ ratio = 1.22 }: { readonly ratio?: number }) {
  return (
    <div aria-hidden="true" className={cx(cardClass, styles.card)}>
      <Skeleton ratio={ratio} flat height="auto" />
      <div className={styles.lines}>
        <Skeleton width="70%" />
        <Skeleton width="44%" />
        <Skeleton width="56%" height="calc(var(--u) * 0.6)" />
      </div>
    </div>
  );
}
