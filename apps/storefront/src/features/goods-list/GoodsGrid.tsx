import type { Goods } from '@webpay/contract/calls';
import { memo, useEffect } from 'react';
import { useText } from '../../i18n/text.tsx';
import { cx } from '../../ui/cx.ts';
import { lookAgain } from '../../ui/LazyImage/lazy-watch.ts';
import { GoodsCard } from '../goods/GoodsCard.tsx';
import { isIn } from '../goods/selection.ts';
import styles from './GoodsGrid.module.css';
import { useDrawn } from '../goods/use-drawn.ts';

/** More than fill the first screen of a phone. */
const EAGER = 6;
/** From so many cards on the browser leaves out those that are far from the screen. */
const LONG = 60;

export type GoodsGridProps = {
  readonly goods: readonly Goods[];
  /** Cards of the others are hidden and stay: to make them anew takes a weak phone a second. */
  readonly category: string;
  readonly selected: readonly Goods[];
  /** These two must stay the same from one picture to the next. */
  readonly onSelect: (goods: Goods) => void;
  readonly onOpen: (goods: Goods) => void;
};

/** The cards of the shelf. A shelf may be long: it is drawn anew only when something on it changes. */
export const GoodsGrid = memo(function GoodsGrid(props: GoodsGridProps) {
  const { goods, category } = props;
  const t = useText();
  // All are drawn once: then the browser knows how tall each is, and what it leaves out keeps its
  // room to the pixel. A scroll position is found again.
  const isDrawn = useDrawn(goods.length);
  const isLong = goods.length >= LONG;
  useEffect(lookAgain, [category]);
  return (
    <ul
      className={cx(styles.grid, isLong && styles.long, isLong && isDrawn && styles.drawn)}
      aria-label={t('goods.list')}
    >
      {goods.map((each, index) => (
        <li key={each.product_id} hidden={!isIn(category, each)}>
          <GoodsCard
            goods={each}
            selected={props.selected.includes(each)}
            eager={index < EAGER}
            onSelect={props.onSelect}
            onOpen={props.onOpen}
          />
        </li>
      ))}
    </ul>
  );
});
