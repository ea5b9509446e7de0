import { SlowNote } from '../../features/frame/SlowNote.tsx';
import { ALL, inCategory } from '../../features/goods/selection.ts';
import { EmptyCategory, GoodsFailed } from '../../features/goods-list/GoodsListView.tsx';
import type { GoodsListState } from '../../features/goods-list/use-goods-list.ts';
import { useText } from '../../i18n/text.tsx';
import { Chips } from '../../ui/Chips/Chips.tsx';
import { Content } from '../../ui/Frame/Frame.tsx';
import { SkeletonCard, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import { useSkeleton } from '../../ui/Skeleton/use-skeleton.ts';
import styles from './Packs.module.css';
import { PackCard } from './PackCard.tsx';

/** Width to height of a card with two lines of contents. */
const OUTLINE_RATIO = 2.4;

export function Packs(props: { readonly goodsList: GoodsListState; readonly onAll: () => void }) {
  const { goodsList: shelf } = props;
  const t = useText();
  const showsSkeleton = useSkeleton(shelf.isLoading);
  if (shelf.list === undefined || showsSkeleton) {
    if (shelf.failure !== null && shelf.list === undefined)
      return <GoodsFailed goodsList={shelf} />;
    return (
      <Content>
        <SlowNote text="goods.loading_long" onRetry={shelf.retry} />
        <SkeletonGroup className="stack">
          <SkeletonCard ratio={OUTLINE_RATIO} />
          <SkeletonCard ratio={OUTLINE_RATIO} />
        </SkeletonGroup>
      </Content>
    );
  }

  const packs = shelf.list.goods.filter(({ kind }) => kind === 'pack');
  const kinds = shelf.list.categories.filter(({ id }) => inCategory(packs, id).length > 0);
  const category = kinds.some(({ id }) => id === shelf.category) ? shelf.category : ALL;
  const shown = inCategory(packs, category);
  if (shown.length === 0) return <EmptyCategory onAll={props.onAll} />;
  return (
    <>
      {kinds.length > 1 && (
        <Chips
          label={t('goods.filter')}
          options={[
            { id: ALL, label: t('goods.all') },
            ...kinds.map(({ id, name }) => ({ id, label: name })),
          ]}
          value={category}
          onChange={shelf.setCategory}
        />
      )}
      <p role="status" className="sr-only">
        {t('goods.count', { count: shown.length })}
      </p>
      <div className={styles.packs}>
        <ul className="stack" aria-label={t('items.list')}>
          {shown.map((each, index) => (
            <li key={each.product_id}>
              <PackCard
                goods={each}
                selected={shelf.selected.includes(each)}
                eager={index < 2}
                onSelect={shelf.select}
              />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
