import type { OrderEntry } from '@webpay/contract/calls';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { navigate } from '../../router/history.ts';
import { useHasPane } from '../../browser/use-has-pane.ts';
import { serverNow } from '../../api/call.ts';
import { requestIdOf } from '../../api/failure.ts';
import { useProject } from '../../api/page.tsx';
import { EmptyScene } from '../../features/frame/EmptyScene.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { ShopLegal } from '../../features/frame/ShopLegal.tsx';
import { SlowNote } from '../../features/frame/SlowNote.tsx';
import { LanguageSwitch } from '../../features/frame/LanguageSwitch.tsx';
import { CharacterLine } from '../../features/account/CharacterLine.tsx';
import { type RequestList, requestOn } from '../../features/support/requests/request-rules.ts';
import type { Requests } from '../../features/support/requests/use-requests.ts';
import { LogOut } from '../../features/account/LogOut.tsx';
import { FailureBlock } from '../../features/support/FailureBlock.tsx';
import { SupportButton } from '../../features/support/SupportButton.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Chips } from '../../ui/Chips/Chips.tsx';
import { Content, PanePart } from '../../ui/Frame/Frame.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import { textButtonClass } from '../../ui/TextButton/TextButton.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { useSkeleton } from '../../ui/Skeleton/use-skeleton.ts';
import { daysOf } from './days.ts';
import { DetailSkeleton } from './DetailSkeleton.tsx';
import { OrderCard } from './OrderCard.tsx';
import { OrderDetail } from './OrderDetail.tsx';
import styles from './Orders.module.css';
import { type Filter, isIn, orderStatus } from './order-view.ts';
import type { Orders } from './use-orders.ts';
import { useOrderTexts } from './use-order-texts.ts';

type OrderListProps = {
  readonly user: UserInfo;
  readonly orders: Orders;
  readonly requests: Requests;
  /** The chosen order; null: the newest. */
  readonly token: string | null;
  readonly onReceipt: (token: string) => void;
};

/** Lists the orders of the character by day, newest first; wide screens show one beside it. */
export function OrderList(props: OrderListProps) {
  const { user, orders } = props;
  const t = useText();
  const project = useProject();
  const hasPane = useHasPane();
  const [filter, setFilter] = useState<Filter>('all');
  const showsSkeleton = useSkeleton(orders.list === undefined && orders.failure === null);
  const onBack = () => navigate(paths.goodsList(project));
  const legal = <ShopLegal more={<LogOut />} />;
  if (orders.list?.length === 0 && props.token === null && !showsSkeleton) {
    return (
      <EmptyScene
        set="post"
        title={t('orders.empty')}
        action={t('payment.to_shop')}
        onAction={onBack}
        end={legal}
      >
        {t('orders.empty_text')}
      </EmptyScene>
    );
  }
  const all = orders.list ?? [];
  const inFilter = all.filter((order) => isIn(order, filter));
  // The last waiting payment may get its answer while the filter is on.
  const list = inFilter.length > 0 ? inFilter : all;
  const isLoaded = orders.list !== undefined && !showsSkeleton;
  const token = props.token ?? (isLoaded ? list[0]?.token : undefined);
  // Beside a list that failed, no order is on its way.
  const hasDetail = token !== undefined || orders.failure === null || showsSkeleton;
  return (
    <ShopFrame isDetail pane={hasPane && hasDetail && <Pane {...props} list={all} token={token} />}>
      <TopBar title={t('title.orders')} onBack={onBack} end={<LanguageSwitch />} />
      <CharacterLine role={user.role} />
      <Content>
        {isLoaded ? (
          <>
            <Filters list={all} value={list === all ? 'all' : filter} onChange={setFilter} />
            <Days list={list} requests={props.requests.list} chosen={hasPane ? token : undefined} />
            {orders.hasMore && <More orders={orders} />}
            <p className="cap">{t('orders.note')}</p>
          </>
        ) : orders.failure === null || showsSkeleton ? (
          <OrdersSkeleton onRetry={orders.retry} />
        ) : (
          <OrdersFailed orders={orders} />
        )}
      </Content>
      {legal}
    </ShopFrame>
  );
}

type PaneProps = Omit<OrderListProps, 'token'> & {
  readonly list: readonly OrderEntry[];
  readonly token: string | undefined;
};

function Pane({ user, requests, orders, list, token, onReceipt }: PaneProps) {
  if (token === undefined) {
    return (
      <PanePart>
        <DetailSkeleton />
      </PanePart>
    );
  }
  return (
    <OrderDetail
      key={token}
      user={user}
      token={token}
      entry={list.find((order) => order.token === token)}
      requests={requests}
      onReceipt={() => onReceipt(token)}
      onNews={orders.refresh}
    />
  );
}

const FILTERS = { all: 'goods.all', waiting: 'orders.waiting', refunds: 'orders.refunds' } as const;

/** Chips that find something in the loaded orders; none where all orders are alike. */
function Filters(props: {
  readonly list: readonly OrderEntry[];
  readonly value: Filter;
  readonly onChange: (filter: Filter) => void;
}) {
  const t = useText();
  const lang = useLang();
  const options = (['all', 'waiting', 'refunds'] as const).flatMap((id) => {
    const count = props.list.filter((order) => isIn(order, id)).length;
    const name = t(FILTERS[id]);
    if (count === 0) return [];
    return [{ id, label: id === 'waiting' ? `${name} ${formatNumber(count, lang)}` : name }];
  });
  if (options.length < 2) return null;
  return (
    <div className={styles.filters}>
      <Chips
        label={t('title.orders')}
        options={options}
        value={props.value}
        onChange={(id) => props.onChange(options.find((each) => each.id === id)?.id ?? 'all')}
      />
    </div>
  );
}

function Days(props: {
  readonly list: readonly OrderEntry[];
  readonly requests: RequestList | null;
  /** Token of the order beside the list; undefined where none stands there. */
  readonly chosen: string | undefined;
}) {
  const { list, chosen } = props;
  const lang = useLang();
  const changes = useOrderChanges(list);
  return (
    <>
      <p role="status" className="sr-only">
        {changes}
      </p>
      {daysOf(list, serverNow(), lang).map(({ key, name, orders }) => (
        <section key={key} className="stack-tight">
          <h2 className={styles.date}>{name}</h2>
          <ul className="stack-tight">
            {orders.map((order) => (
              <li key={order.order_id}>
                <OrderCard
                  order={order}
                  request={requestOn(props.requests, order.order_id)}
                  isChosen={order.token === chosen}
                  stays={chosen !== undefined}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Announces the changes of the last refresh: "60 Gems: Delivered". */
function useOrderChanges(list: readonly OrderEntry[]): string {
  const t = useText();
  const { nameOf } = useOrderTexts();
  const [seen, setSeen] = useState(list);
  const [changes, setChanges] = useState('');
  if (seen !== list) {
    const chipOf = (order: OrderEntry) => orderStatus(order, serverNow()).chip;
    const before = new Map(seen.map((order) => [order.order_id, chipOf(order)]));
    const changed = list.filter((order) => {
      const chip = before.get(order.order_id);
      return chip !== undefined && chip !== chipOf(order);
    });
    setSeen(list);
    if (changed.length > 0) {
      setChanges(changed.map((order) => `${nameOf(order)}: ${t(chipOf(order))}`).join('. '));
    }
  }
  return changes;
}

/** Loads the next page when the end of the list comes into sight, or by the button. */
function More({ orders }: { readonly orders: Orders }) {
  const t = useText();
  const end = useRef<HTMLDivElement>(null);
  const { moreFailure, more, isAskingMore } = orders;
  const loadMore = useEffectEvent(more);
  useEffect(() => {
    // A failed page is requested again by hand only.
    if (!end.current || moreFailure !== null || isAskingMore) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) loadMore();
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [moreFailure, isAskingMore]);
  if (moreFailure !== null) {
    return (
      <FailureBlock
        title={t('orders.failed')}
        failure={moreFailure}
        onRetry={more}
        busy={isAskingMore}
      />
    );
  }
  return (
    <div ref={end} className={styles.more}>
      <Button kind="ghost" busy={isAskingMore} busyLabel={t('ui.loading')} onClick={more}>
        {t('orders.older')}
      </Button>
    </div>
  );
}

/** Three cards at their final height. */
function OrdersSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <>
      <SlowNote text="goods.loading_long" onRetry={onRetry} />
      <SkeletonGroup className="stack-tight">
        <Skeleton width="30%" height="calc(var(--u) * 0.5)" />
        <Skeleton height="calc(var(--u) * 2.2)" />
        <Skeleton height="calc(var(--u) * 2.2)" />
        <Skeleton height="calc(var(--u) * 2.2)" />
      </SkeletonGroup>
    </>
  );
}

function OrdersFailed({ orders }: { readonly orders: Orders }) {
  const t = useText();
  const { failure } = orders;
  return (
    <FailureBlock
      title={t('orders.failed')}
      failure={failure}
      onRetry={orders.retry}
      busy={orders.isAsking}
      action={
        <SupportButton className={textButtonClass} about={{ requestId: requestIdOf(failure) }}>
          <Icon name="headset" />
          {t('result.support')}
        </SupportButton>
      }
    >
      {t('maintenance.text')}
    </FailureBlock>
  );
}
