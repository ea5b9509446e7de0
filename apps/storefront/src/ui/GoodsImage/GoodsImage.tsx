import type { CSSProperties, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { LazyImage } from '../LazyImage/LazyImage.tsx';
import styles from './GoodsImage.module.css';

/** Draws goods on their tier's colour and pedestal, with rays from tier 4. */
export function GoodsImage(props: {
  /** Price tier 1–5 as a colour: steel, blue, violet, amber, red. */
  readonly tier: number;
  readonly picture: string;
  /** card 1.22:1 · popup 4.3 u high · thumb 1.7 u · icon 1.05 u · fill: its frame's size. */
  readonly size?: 'card' | 'popup' | 'thumb' | 'icon' | 'fill';
  readonly pedestal?: boolean;
  readonly rays?: boolean;
  readonly grey?: boolean;
  /** At most 14 letters: "Best value". */
  readonly ribbon?: string | null | undefined;
  readonly eager?: boolean;
  readonly children?: ReactNode;
}) {
  const { size = 'card' } = props;
  const tier = Math.min(5, Math.max(1, Math.round(props.tier)));
  const isLarge = size === 'card' || size === 'popup';
  return (
    <div className={cx(styles.frame, styles[size])}>
      <div
        className={cx(
          styles.stage,
          (props.rays ?? (isLarge && tier >= 4)) && styles.rays,
          props.grey && styles.grey,
        )}
        style={coloured(tier)}
        aria-hidden="true"
      >
        {(props.pedestal ?? isLarge) && <div className={styles.pedestal} />}
        <LazyImage
          src={props.picture}
          alt=""
          eager={props.eager ?? false}
          className={cx('fit', styles.picture)}
        />
      </div>
      {props.ribbon && <span className={styles.ribbon}>{props.ribbon}</span>}
      {props.children}
    </div>
  );
}

function coloured(tier: number): CSSProperties & { readonly '--tier': string } {
  return { '--tier': `var(--tier${tier})` };
}
