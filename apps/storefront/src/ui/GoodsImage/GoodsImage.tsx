import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { LazyImage } from '../LazyImage/LazyImage.tsx';
import styles from './GoodsImage.module.css';

/** Price tier as a colour: steel, blue, violet, amber, red. */
export type Tier = 1 | 2 | 3 | 4 | 5;

export type GoodsImageProps = {
  readonly tier: Tier;
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
};

/** Draws goods on their tier's colour and pedestal, with rays from tier 4. */
export function GoodsImage(props: GoodsImageProps) {
  const { tier, size = 'card', pedestal = size === 'card' || size === 'popup' } = props;
  const rays = props.rays ?? ((size === 'card' || size === 'popup') && tier >= 4);
  return (
    <div className={cx(styles.frame, styles[size])}>
      <div
        className={cx(styles.stage, rays && styles.rays, props.grey && styles.grey)}
        data-tier={tier}
        aria-hidden="true"
      >
        {pedestal && <div className={styles.pedestal} />}
        <LazyImage
          src={props.picture}
          alt=""
          eager={props.eager ?? false}
          className={styles.picture}
        />
      </div>
      {props.ribbon && <span className={styles.ribbon}>{props.ribbon}</span>}
      {props.children}
    </div>
  );
}
