import type { OrderEntry, OrderView } from '@webpay/contract/calls';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { serverNow } from '../../api/call.ts';
import { linesOf } from '../../features/checkout/result/OrderAside.tsx';
import { OrderNumber, useOrderRows } from '../../features/checkout/result/OrderFacts.tsx';
import {
  OverpaymentNotices,
  PartialRefundNotice,
} from '../../features/checkout/result/OrderResult.tsx';
import { NextButton, nextOf } from '../../features/checkout/result/ResultButtons.tsx';
import { movedSum } from '../../features/checkout/result/result-texts.ts';
import { resultView } from '../../features/checkout/result/result-view.ts';
import { RetentionNote } from '../../features/checkout/result/RetentionNote.tsx';
import { useLeave } from '../../features/checkout/result/use-leave.ts';
import { useOrder, type WatchedOrder } from '../../features/checkout/result/use-order.ts';
import { useChosenAt } from '../../features/checkout/payment/chosen-at.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { HelpButton } from '../../features/support/requests/HelpButton.tsx';
import { RequestPanel } from '../../features/support/requests/RequestPanel.tsx';
import { aboutOrder } from '../../features/support/support-facts.ts';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { PanePart } from '../../ui/Frame/Frame.tsx';
import { KeyValues } from '../../ui/KeyValues/KeyValues.tsx';
import { Notice } from '../../ui/Notice/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton/Skeleton.tsx';
import { textButtonClass } from '../../ui/TextButton/TextButton.tsx';
import { BuyAgain } from './BuyAgain.tsx';
import { DetailSkeleton } from './DetailSkeleton.tsx';
import { OrderHead } from './OrderHead.tsx';
import { type OneOrderProps, usePayPlace } from './OneOrder.tsx';
import styles from './OrderDetail.module.css';
import { orderStatus } from './order-view.ts';
import { Timeline } from './Timeline.tsx';
import { useOrderTexts } from './use-order-texts.ts';
import { hasReceipt, usePapers } from './use-papers.ts';
import { paymentName } from './use-receipt-texts.ts';

const Qr = lazy(() => import('../../features/checkout/result/Qr.tsx'));
const Voucher = lazy(() => import('../../features/checkout/result/Voucher.tsx'));

type DetailProps = OneOrderProps & {
  /** The order as the list has it; absent on a page that is not loaded. */
  readonly entry: OrderEntry | undefined;
  /** The list shows an older state than this order has. */
  readonly onNews: () => void;
};

/** The chosen order beside the list, live: steps, number, receipt, help and the next step. */
export function OrderDetail(props: DetailProps) {
  const t = useText();
  const watched = useOrder(props.token);
  const { entry } = props;
  const order = watched.order ?? entry ?? null;
  const papers = usePapers(order, props.requests, watched.askNow);
  useNews(watched.order, entry, props.onNews);
  if (order === null) {
    return (
      <PanePart>
        {watched.failure === null ? (
          <DetailSkeleton />
        ) : (
          <Notice role="alert" tone="warn" onRetry={watched.askNow}>
            {t('result.missing')}
          </Notice>
        )}
      </PanePart>
    );
  }
  return (
    <>
      <PanePart>
        <div className={styles.detail}>
          <OrderHead order={order} />
          {watched.order && <Outcome watched={watched} order={watched.order} />}
          {!watched.order && watched.failure === null && order.has_code && <CodeSkeleton />}
          <Timeline order={order} receipt={papers.receipt} />
          {papers.receipt === null && papers.failure !== null && (
            <Notice role="status" onRetry={papers.retry}>
              {t('result.loading_failed')}
            </Notice>
          )}
          <OrderNumber order={order} />
          <Facts order={order} papers={papers} />
          <Papers {...props} order={order} watched={watched} papers={papers} />
          {papers.request && watched.order && (
            <RequestPanel request={papers.request} order={watched.order} />
          )}
        </div>
      </PanePart>
      <PanePart end>
        <div className={`stack-tight ${styles.buttons}`}>
          {watched.order ? (
            <Buttons {...props} watched={watched} order={watched.order} />
          ) : (
            <BuyAgain order={order} />
          )}
        </div>
      </PanePart>
    </>
  );
}

/** Reports a state that the list does not show yet. */
function useNews(order: OrderView | null, entry: OrderEntry | undefined, onNews: () => void) {
  const chipOf = (each: OrderEntry) => orderStatus(each, serverNow()).chip;
  const news = order && entry && chipOf(order) !== chipOf(entry) ? chipOf(order) : null;
  const report = useEffectEvent(onNews);
  useEffect(() => {
    if (news !== null) report();
  }, [news]);
}

/** Everything below it shows once the code's height is known. */
const CodeSkeleton = () => <Skeleton height="calc(var(--u) * 10)" />;

type LiveProps = { readonly watched: WatchedOrder; readonly order: OrderView };

/** Whether money moved, and how long an unpaid order is kept. */
function Outcome({ watched, order }: LiveProps) {
  const t = useText();
  const money = useMoney();
  const view = resultView(order, { nowMs: serverNow(), isOverdue: watched.isOverdue });
  return (
    <>
      {order.action?.kind === 'qr' && (
        <Suspense fallback={<CodeSkeleton />}>
          <Qr key={order.action.ends_at} order={order} action={order.action} />
        </Suspense>
      )}
      {order.action?.kind === 'code' && (
        <Suspense fallback={<CodeSkeleton />}>
          <Voucher order={order} action={order.action} />
        </Suspense>
      )}
      {view.text !== null && (
        <p className="muted">{t(view.text, { price: money(movedSum(order)) })}</p>
      )}
      <PartialRefundNotice order={order} />
      <OverpaymentNotices order={order} />
      {view.isPayable && <RetentionNote expiresAtMs={order.expires_at} />}
    </>
  );
}

type PapersOf = { readonly papers: ReturnType<typeof usePapers> };

function Facts({ order, papers }: PapersOf & { readonly order: OrderEntry }) {
  const t = useText();
  const money = useMoney();
  const { date, more } = useOrderRows(order);
  const paid = papers.receipt?.paid_with;
  const isUnknown = hasReceipt(order) && papers.receipt === null;
  const lines = linesOf(order);
  return (
    <KeyValues
      rows={[
        ...(lines.length > 1
          ? lines.map(({ key, name, count, price }) => ({
              key: count > 1 ? `${name} ${t('goods.times', { count })}` : name,
              id: key,
              value: price && money(price),
            }))
          : []),
        ...lines.flatMap(({ key, name, doubled }) =>
          doubled === true
            ? [{ key: t('goods.first_doubled'), id: `${key} doubled`, value: name }]
            : [],
        ),
        date,
        { key: t('result.recipient'), value: `${order.role.name} · ${order.role.server_name}` },
        ...more,
        ...(paid || isUnknown
          ? [{ key: t('orders.paid_with'), value: paid ? paymentName(paid) : '…' }]
          : []),
      ]}
    />
  );
}

function Papers(
  props: DetailProps & PapersOf & { readonly watched: WatchedOrder; readonly order: OrderEntry },
) {
  const { order, watched, papers } = props;
  const t = useText();
  const { nameOf } = useOrderTexts();
  return (
    <div className={styles.papers}>
      {hasReceipt(order) && (
        <Button kind="ghost" size="small" icon="receipt" onClick={props.onReceipt}>
          {t('orders.receipt')}
        </Button>
      )}
      {watched.order && (
        <HelpButton
          className={textButtonClass}
          order={watched.order}
          goods={nameOf(order)}
          requests={props.requests}
          about={{ ...aboutOrder(order), reference: papers.receipt?.paid_with?.reference }}
          onStale={watched.askNow}
        />
      )}
    </div>
  );
}

/** The next step: confirm, check, pay another way, or buy the same again. */
function Buttons({ order, watched, user }: LiveProps & OneOrderProps) {
  const t = useText();
  const { mayLeave, ...place } = usePayPlace(order, user);
  const { isOverdue, isAsking, askNow } = watched;
  const { isLeaving, leave } = useLeave(order, askNow);
  const shop = useChosenAt('direct');
  const next = nextOf({ order, ...place });
  if (next === 'game' || next === 'shop') return <BuyAgain order={order} />;
  return (
    <>
      <NextButton
        {...place}
        order={order}
        isOverdue={isOverdue}
        isAsking={isAsking}
        onAsk={askNow}
        shop={shop}
      />
      {mayLeave && (
        <Button kind="ghost" busy={isLeaving} onClick={() => void leave()}>
          {t('result.leave_bank')}
        </Button>
      )}
    </>
  );
}
