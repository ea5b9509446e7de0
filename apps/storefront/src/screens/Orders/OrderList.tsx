import type { OrderEntry } from '@webpay/contract/calls';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { navigate } from '../../router/history.ts';
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
import { OrderAside } from '../../features/checkout/result/OrderAside.tsx';
import { LogOut } from '../../features/account/LogOut.tsx';
import { FailureBlock } from '../../features/support/FailureBlock.tsx';
import { SupportButton } from '../../features/support/SupportButton.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Content } from '../../ui/Frame/Frame.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import { textButtonClass } from '../../ui/TextButton/TextButton.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { useSkeleton } from '../../ui/Skeleton/use-skeleton.ts';
import { daysOf } from './days.ts';
import { OrderCard } from './OrderCard.tsx';
import styles from './Orders.module.css';
import { isOver, orderStatus } from './order-view.ts';
import type { Orders } from './use-orders.ts';
import { useOrderTexts } from './use-order-texts.ts';

type OrderListProps = {
  readonly user: UserInfo;
  readonly orders: Orders;
  /** Support requests; null: unknown. */
  readonly requests: RequestList | null;
};

/** Lists the orders of the character by day, newest first. */
export function OrderList({ user, orders, requests }: OrderListProps) {
  const t = useText();
  const project = useProject();
  const [chosen, setChosen] = useState<string | null>(null);
  const showsSkeleton = useSkeleton(orders.list === undefined && orders.failure === null);
  const onBack = () => navigate(paths.goodsList(project));
  const legal = <ShopLegal more={<LogOut />} />;
  if (orders.list?.length === 0 && !showsSkeleton) {
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
  const seen = seenOf(orders.list ?? [], chosen);
  const cards = (list: readonly OrderEntry[]) => (
    <ul className="stack-tight">
      {list.map((order) => (
        <li key={order.order_id}>
          <OrderCard
            order={order}
            request={requestOn(requests, order.order_id)}
            isSeen={order.order_id === seen?.order_id}
            onLook={() => setChosen(order.order_id)}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <ShopFrame pane={seen && <OrderAside order={seen} />}>
      <TopBar title={t('title.orders')} onBack={onBack} end={<LanguageSwitch />} />
      <CharacterLine role={user.role} />
      <Content>
        {orders.list !== undefined && !showsSkeleton ? (
          <>
            <Days list={orders.list} cards={cards} />
            {orders.hasMore && <More orders={orders} />}
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

/** Returns the order under pointer or focus, else the newest in sight. */
function seenOf(list: readonly OrderEntry[], chosen: string | null): OrderEntry | undefined {
  return (
    list.find(({ order_id }) => order_id === chosen) ??
    list.find((order) => !isOver(order, serverNow()))
  );
}

function Days(props: {
  readonly list: readonly OrderEntry[];
  readonly cards: (orders: readonly OrderEntry[]) => ReactNode;
}) {
  const { list, cards } = props;
  const t = useText();
  const lang = useLang();
  const changes = useOrderChanges(list);
  return (
    <>
      <p role="status" className="sr-only">
        {changes}
      </p>
      {daysOf(list, serverNow(), lang).map(({ key, name, orders, folded }) => (
        <section key={key} className="stack-tight">
          <h2 className={styles.date}>{name}</h2>
          {cards(orders)}
          {folded.length > 0 && (
            <details className={styles.fold}>
              <summary>{t('orders.unpaid_count', { count: folded.length })}</summary>
              {cards(folded)}
            </details>
          )}
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
