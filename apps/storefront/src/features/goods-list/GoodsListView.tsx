import type { Goods } from '@webpay/contract/calls';
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { EmptyState, ErrorBlock } from '../../ui/EmptyState/EmptyState.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Chips } from '../../ui/Chips/Chips.tsx';
import { textButtonClass } from '../../ui/TextButton/TextButton.tsx';
import { useSkeleton } from '../../ui/Skeleton/use-skeleton.ts';
import { CallRefused } from '../../api/failure.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { againAfter, failureMessage } from '../support/code-message.ts';
import { GoodsSkeleton } from '../frame/GoodsSkeleton.tsx';
import { SlowNote } from '../frame/SlowNote.tsx';
import { Link } from '../../router/Link.tsx';
import { GoodsPopup } from './GoodsPopup.tsx';
import { ALL, inCategory } from '../goods/selection.ts';
import { GoodsGrid } from './GoodsGrid.tsx';
import styles from './GoodsListView.module.css';
import { useLate } from './use-late.ts';
import type { GoodsListState } from './use-goods-list.ts';

/** Chips, grid and popup of the goods list, and its loading and failed states. */
export function GoodsListView(props: {
  readonly shelf: GoodsListState;
  readonly promo?: ReactNode;
}) {
  const { shelf } = props;
  const t = useText();
  const configs = useConfigs();
  const project = useProject();
  const showsSkeleton = useSkeleton(shelf.isLoading);
  // The chip reacts at once; a long list follows.
  const category = useAfterPaint(goodsList.category);
  const shown = useMemo(
    () => inCategory(shelf.list?.goods ?? [], category),
    [shelf.list, category],
  );
  const latest = useRef(shelf);
  useLayoutEffect(() => {
    latest.current = shelf;
  });
  const onSelect = useCallback((goods: Goods) => latest.current.select(goods), []);
  const onOpen = useCallback((goods: Goods) => latest.current.open(goods), []);
  if (shelf.list === undefined) {
    if (shelf.failure !== null) return <GoodsFailed shelf={shelf} />;
    return (
      <>
        <div className={styles.slow}>
          <SlowNote text="goods.loading_long" onRetry={shelf.retry} />
        </div>
        <GoodsSkeleton />
      </>
    );
  }
  if (showsSkeleton) return <GoodsSkeleton />;

  const hasItems = configs.open_screens.includes('items');
  const { categories } = shelf.list;
  return (
    <>
      <Chips
        label={t('goods.filter')}
        options={[
          { id: ALL, label: t('goods.all') },
          ...categories.map(({ id, name }) => ({ id, label: name })),
        ]}
        value={shelf.category}
        onChange={shelf.setCategory}
        sticky
      />
      <p role="status" className="sr-only">
        {t('goods.count', { count: shown.length })}
      </p>
      {props.promo}
      {hasItems && shown.length > 0 && shown.every(({ kind }) => kind === 'pack') && (
        <p className={styles.more}>
          <Link className={textButtonClass} to={paths.items(project)}>
            {t('items.link')}
          </Link>
        </p>
      )}
      {shown.length === 0 ? (
        <EmptyCategory onAll={() => shelf.setCategory(ALL)} />
      ) : (
        <GoodsGrid
          goods={shelf.list.goods}
          category={category}
          selected={shelf.selected}
          onSelect={onSelect}
          onOpen={onOpen}
        />
      )}
      <GoodsPopup
        goods={shelf.opened}
        onClose={shelf.close}
        onBuy={shelf.buy}
        cart={shelf.cart.isOpen ? shelf.cart : null}
        onAdd={(each, count) => void shelf.add([each], count)}
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
      picture={art['chest'] && <img className={styles.art} src={art['chest']} alt="" />}
      action={
        <Button kind="ghost" onClick={onAll}>
          {t('goods.empty_all')}
        </Button>
      }
    />
  );
}

export function GoodsFailed({ shelf }: { readonly shelf: GoodsListState }) {
  const t = useText();
  const configs = useConfigs();
  const { failure } = shelf;
  return (
    <div className={styles.failed}>
      <ErrorBlock
        title={t('goods.failed')}
        onRetry={againAfter(failure, shelf.retry)}
        busy={shelf.isFetching}
        requestId={failure instanceof CallRefused ? failure.requestId : null}
      >
        {failureMessage(t, failure, configs) ?? t('goods.failed_text')}
      </ErrorBlock>
    </div>
  );
}
