import type { Goods } from '@webpay/contract/calls';
import { memo, useEffect } from 'react';
import { useText } from '../../i18n/text.tsx';
import { cx } from '../../ui/cx.ts';
import { lookAgain } from '../../ui/LazyImage/lazy-watch.ts';
import { GoodsCard } from '../goods/GoodsCard.tsx';
import { isIn } from '../goods/selection.ts';
import styles from './GoodsGrid.module.css';
import { useDrawn } from '../goods/use-drawn.ts';

/** Exceeds the first screen of a phone. */
const EAGER = 6;
/** From this many cards on, the browser skips rendering those far off screen. */
const LONG = 60;

type GoodsGridProps = {
  readonly goods: readonly Goods[];
  /** Other categories' cards are hidden, not removed: rendering them again takes weak phones a second. */
  readonly category: string;
  readonly selected: readonly Goods[];
  /** Shown in the pane. */
  readonly opened: Goods | null;
  /** Both callbacks must be stable, or all cards render again. */
  readonly onSelect: (goods: Goods) => void;
  readonly onOpen: (goods: Goods) => void;
};

/** Cards of the goods list. Memoised: a long list renders only when it changes. */
export const GoodsGrid = memo(function GoodsGrid(props: GoodsGridProps) {
  const { goods, category } = props;
  const t = useText();
  // Draws all cards once, so that skipped ones keep their exact height and scroll positions hold.
  const isDrawn = useDrawn(goods.length);
  const isLong = goods.length >= LONG;
  useEffect(lookAgain, [category]);
  return (
    <ul
      className={cx(styles.grid, isLong && styles.long, isLong && isDrawn && styles.drawn)}
      aria-label={t('goods.list')}
      data-goods-grid
    >
      {goods.map((each, index) => (
        <li key={each.product_id} hidden={!isIn(category, each)}>
          <GoodsCard
            goods={each}
            selected={props.selected.includes(each)}
            opened={each === props.opened}
            eager={index < EAGER}
            onSelect={props.onSelect}
            onOpen={props.onOpen}
          />
        </li>
      ))}
    </ul>
  );
});
