import type { CallResult, Goods } from '@webpay/contract/calls';
import { type ReactNode, useId, useState } from 'react';
import { GoodsCard } from '../../features/goods/GoodsCard.tsx';
import { isElsewhere, isForSale } from '../../features/goods/selection.ts';
import { useText } from '../../i18n/text.tsx';
import { SkeletonCard } from '../../ui/Skeleton/Skeleton.tsx';
import { TextButton } from '../../ui/TextButton/TextButton.tsx';
import { cx } from '../../ui/cx.ts';
import section from '../../styles/section-title.module.css';
import styles from './HomeGoods.module.css';

/** Cards of the smallest first view; the style sheet says how many each class shows. */
const FEWEST = 4;
/** Cards of a phone's first screen. */
const EAGER = 2;

export type HomeSection = {
  readonly id: string;
  readonly name: string;
  readonly goods: readonly Goods[];
};

/** Categories with what a visitor can buy here. A weekly card has its own page, which asks first. */
export function homeSections(list: CallResult<'productLists'> | null): readonly HomeSection[] {
  const goods = list?.goods.filter((each) => isForSale(each) && !isElsewhere(each)) ?? [];
  return (list?.categories ?? [])
    .map(({ id, name }) => ({ id, name, goods: goods.filter(({ category }) => category === id) }))
    .filter((each) => each.goods.length > 0);
}

/** One category of home's goods with their prices (F02). */
export function HomeGoods(props: {
  readonly part: HomeSection;
  /** The page's first category: shows its first row, the rest after a press. */
  readonly isFirst?: boolean;
  readonly isStale: boolean;
  readonly chosen: readonly string[];
  /** Shown in the pane. */
  readonly opened: Goods | null;
  readonly onSelect: (goods: Goods) => void;
  readonly onOpen: (goods: Goods) => void;
  /** Under the title. */
  readonly note?: ReactNode;
}) {
  const { part, isFirst = false } = props;
  const t = useText();
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={section.title}>
          {part.name}
        </h2>
        {props.note && <div className={styles.note}>{props.note}</div>}
        {isFirst && !showsAll && part.goods.length > FEWEST && (
          <TextButton onClick={() => setShowsAll(true)}>
            {t('home.see_all', { count: part.goods.length })}
          </TextButton>
        )}
      </div>
      <ul
        className={cx(styles.grid, isFirst && !showsAll && styles.few)}
        data-stale={props.isStale || undefined}
        inert={props.isStale}
      >
        {part.goods.map((goods, index) => (
          <li key={goods.product_id}>
            <GoodsCard
              goods={goods}
              opened={goods === props.opened}
              selected={props.chosen.includes(goods.product_id)}
              eager={isFirst && index < EAGER}
              onSelect={props.onSelect}
              onOpen={props.onOpen}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Keeps the place of the goods until they arrive. */
export function HomeGoodsSkeleton() {
  return (
    <div className={styles.grid}>
      {Array.from({ length: FEWEST }, (_, index) => (
        <SkeletonCard key={index} />
      ))}
    </div>
  );
}
