import type { OrderEntry } from '@webpay/contract/calls';
import { useEffect, useRef, useState } from 'react';
import { navigate } from '../../router/history.ts';
import { serverNow } from '../../api/call.ts';
import { CallRefused } from '../../api/failure.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { againAfter, failureMessage } from '../../features/support/code-message.ts';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { ShopLegal } from '../../features/frame/ShopLegal.tsx';
import { LanguageSwitch } from '../../features/frame/LanguageSwitch.tsx';
import { CharacterLine } from '../../features/account/CharacterLine.tsx';
import { type RequestList, requestOn } from '../../features/support/requests/request-rules.ts';
import { OrderAside } from '../../features/checkout/result/OrderAside.tsx';
import { LogOut } from '../../features/account/LogOut.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { ErrorBlock } from '../../ui/EmptyState/EmptyState.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Content } from '../../ui/Frame/Frame.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { useSkeleton } from '../../ui/Skeleton/use-skeleton.ts';
import { daysOf, type Day } from './days.ts';
import { OrderCard } from './OrderCard.tsx';
import styles from './Orders.module.css';
import { NoOrders, OrdersFailed, OrdersSkeleton } from './States.tsx';
import { isOver } from './order-view.ts';
import type { Orders } from './use-orders.ts';
import { useOrderChanges } from './use-order-changes.ts';
import { useOrderTexts } from './use-order-texts.ts';

/** Lists the orders of the character by day, newest first. */
export function OrderList(props: {
  readonly user: UserInfo;
  readonly orders: Orders;
  /** Support requests; null: unknown. */
  readonly requests: RequestList | null;
}) {
  const { user, orders, requests } = props;
  const t = useText();
  const project = useProject();
  const { nameOf } = useOrderTexts();
  const [chosen, setChosen] = useState<string | null>(null);
  const showsSkeleton = useSkeleton(orders.list === undefined && orders.failure === null);
  const onBack = () => navigate(paths.goodsList(project));
  if (orders.list?.length === 0 && !showsSkeleton) return <NoOrders onShop={onBack} />;
  const seen = seenOf(orders.list ?? [], chosen);
  return (
    <ShopFrame aside={seen && <OrderAside order={seen} title={nameOf(seen)} />}>
      <TopBar title={t('title.orders')} onBack={onBack} end={<LanguageSwitch />} />
      <CharacterLine role={user.role} />
      <Content>
        {orders.list !== undefined && !showsSkeleton ? (
          <Days
            orders={orders}
            list={orders.list}
            requests={requests}
            seenId={seen?.order_id}
            onChoose={setChosen}
          />
        ) : orders.failure === null || showsSkeleton ? (
          <OrdersSkeleton onRetry={orders.retry} />
        ) : (
          <OrdersFailed orders={orders} />
        )}
      </Content>
      <ShopLegal more={<LogOut />} />
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

type DaysProps = {
  readonly orders: Orders;
  readonly list: readonly OrderEntry[];
  readonly requests: RequestList | null;
  readonly seenId: string | undefined;
  readonly onChoose: (orderId: string) => void;
};

function Days({ orders, list, ...shared }: DaysProps) {
  const lang = useLang();
  const changes = useOrderChanges(list);
  return (
    <>
      <p role="status" className="sr-only">
        {changes}
      </p>
      {daysOf(list, serverNow(), lang).map((day) => (
        <DayGroup key={day.key} day={day} {...shared} />
      ))}
      {orders.hasMore && <More orders={orders} />}
    </>
  );
}

type Shared = Pick<DaysProps, 'requests' | 'seenId' | 'onChoose'>;

function DayGroup({ day, ...shared }: { readonly day: Day } & Shared) {
  const t = useText();
  return (
    <section className="stack-tight">
      <h2 className={styles.date}>{day.name}</h2>
      <Cards orders={day.orders} {...shared} />
      {day.folded.length > 0 && (
        <details className={styles.fold}>
          <summary>{t('orders.unpaid_count', { count: day.folded.length })}</summary>
          <Cards orders={day.folded} {...shared} />
        </details>
      )}
    </section>
  );
}

function Cards(props: { readonly orders: readonly OrderEntry[] } & Shared) {
  return (
    <ul className="stack-tight">
      {props.orders.map((order) => (
        <li key={order.order_id}>
          <OrderCard
            order={order}
            request={requestOn(props.requests, order.order_id)}
            isSeen={order.order_id === props.seenId}
            onLook={() => props.onChoose(order.order_id)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Loads the next page when the end of the list comes into sight, or by the button. */
function More({ orders }: { readonly orders: Orders }) {
  const t = useText();
  const configs = useConfigs();
  const end = useRef<HTMLDivElement>(null);
  const { moreFailure, more, isAskingMore } = orders;
  const latest = useRef(more);
  useEffect(() => {
    latest.current = more;
  });
  useEffect(() => {
    // A failed page is requested again by hand only.
    if (!end.current || moreFailure !== null || isAskingMore) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) latest.current();
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [moreFailure, isAskingMore]);
  if (moreFailure !== null) {
    return (
      <ErrorBlock
        title={t('orders.failed')}
        onRetry={againAfter(moreFailure, more)}
        busy={isAskingMore}
        requestId={moreFailure instanceof CallRefused ? moreFailure.requestId : null}
      >
        {failureMessage(t, moreFailure, configs)}
      </ErrorBlock>
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
