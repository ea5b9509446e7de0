import type { Goods } from '@webpay/contract/calls';
import {
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Chips } from '../../ui/Chips/Chips.tsx';
import { textButtonClass } from '../../ui/TextButton/TextButton.tsx';
import { useSkeleton } from '../../ui/Skeleton/use-skeleton.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { FailureBlock } from '../support/FailureBlock.tsx';
import { GoodsSkeleton } from '../frame/GoodsSkeleton.tsx';
import { SlowNote } from '../frame/SlowNote.tsx';
import { Link } from '../../router/Link.tsx';
import { GoodsPopup } from './GoodsPopup.tsx';
import { CountryLine } from './CountryLine.tsx';
import { ALL, inCategory } from '../goods/selection.ts';
import { GoodsGrid } from './GoodsGrid.tsx';
import styles from './GoodsListView.module.css';
import { afterPaint } from '../goods/use-drawn.ts';
import type { GoodsListState } from './use-goods-list.ts';

/** Chips, grid and popup of the goods list, and its loading and failed states. */
export function GoodsListView(props: {
  readonly goodsList: GoodsListState;
  readonly promo?: ReactNode;
}) {
  const { goodsList } = props;
  const t = useText();
  const configs = useConfigs();
  const project = useProject();
  const showsSkeleton = useSkeleton(goodsList.isLoading);
  // The chip reacts at once; a long list follows.
  const category = useAfterPaint(goodsList.category);
  const shown = useMemo(
    () => inCategory(goodsList.list?.goods ?? [], category),
    [goodsList.list, category],
  );
  const latest = useRef(goodsList);
  useLayoutEffect(() => {
    latest.current = goodsList;
  });
  const onSelect = useCallback((goods: Goods) => latest.current.select(goods), []);
  const onOpen = useCallback((goods: Goods) => latest.current.open(goods), []);
  if (goodsList.list === undefined) {
    if (goodsList.failure !== null) return <GoodsFailed goodsList={goodsList} />;
    return (
      <>
        <div className={styles.slow}>
          <SlowNote text="goods.loading_long" onRetry={goodsList.retry} />
        </div>
        <GoodsSkeleton />
      </>
    );
  }
  if (showsSkeleton) return <GoodsSkeleton />;

  const hasItems = configs.open_screens.includes('items');
  const { categories } = goodsList.list;
  return (
    <>
      <Chips
        label={t('goods.filter')}
        options={[
          { id: ALL, label: t('goods.all') },
          ...categories.map(({ id, name }) => ({ id, label: name })),
        ]}
        value={goodsList.category}
        onChange={goodsList.setCategory}
        sticky
      />
      <p role="status" className="sr-only">
        {t('goods.count', { count: shown.length })}
      </p>
      <div className={styles.country}>
        <CountryLine />
      </div>
      {props.promo}
      {hasItems && shown.length > 0 && shown.every(({ kind }) => kind === 'pack') && (
        <p className={styles.more}>
          <Link className={textButtonClass} to={paths.items(project)}>
            {t('items.link')}
          </Link>
        </p>
      )}
      {shown.length === 0 ? (
        <EmptyCategory onAll={() => goodsList.setCategory(ALL)} />
      ) : (
        <GoodsGrid
          goods={goodsList.list.goods}
          category={category}
          selected={goodsList.selected}
          opened={goodsList.opened}
          onSelect={onSelect}
          onOpen={onOpen}
        />
      )}
      <GoodsPopup
        goods={goodsList.opened}
        onClose={goodsList.close}
        onBuy={goodsList.buy}
        cart={goodsList.cart.isOpen ? goodsList.cart : null}
        onAdd={(each, count) => void goodsList.add([each], count)}
        role={goodsList.role}
      />
    </>
  );
}

export function EmptyCategory({ onAll }: { readonly onAll: () => void }) {
  const t = useText();
  const { art } = useConfigs().theme;
  return (
    <EmptyState
      title={t('goods.empty')}
      picture={art['chest'] && <img className="fit" src={art['chest']} alt="" />}
      action={
        <Button kind="ghost" onClick={onAll}>
          {t('goods.empty_all')}
        </Button>
      }
    />
  );
}

export function GoodsFailed({ goodsList }: { readonly goodsList: GoodsListState }) {
  const t = useText();
  return (
    <div className={styles.failed}>
      <FailureBlock
        title={t('goods.failed')}
        failure={goodsList.failure}
        onRetry={goodsList.retry}
        busy={goodsList.isFetching}
        fallback={t('goods.failed_text')}
      />
    </div>
  );
}

/**
 * Returns `value` one frame late, so that the press shows before a costly render.
 * useDeferredValue may render before the browser paints.
 */
function useAfterPaint<T extends string>(value: T): T {
  const [late, setLate] = useState(value);
  useEffect(() => {
    if (late === value) return;
    return afterPaint(() => startTransition(() => setLate(value)));
  }, [late, value]);
  return late;
}
