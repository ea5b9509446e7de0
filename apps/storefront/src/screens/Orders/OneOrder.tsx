import type { OrderView } from '@webpay/contract/calls';
import { useProject } from '../../api/page.tsx';
import { storedCheckout } from '../../features/checkout/payment/checkout.ts';
import { HelpButton } from '../../features/support/requests/HelpButton.tsx';
import { RequestPanel } from '../../features/support/requests/RequestPanel.tsx';
import type { Requests } from '../../features/support/requests/use-requests.ts';
import { OrderOutcome } from '../../features/checkout/result/OrderOutcome.tsx';
import { ResultPending } from '../../features/checkout/result/ResultFrame.tsx';
import { pageOf, payPlaceOf } from '../../features/checkout/result/result-view.ts';
import { useOrder, type WatchedOrder } from '../../features/checkout/result/use-order.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { aboutOrder } from '../../features/support/support-facts.ts';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Notice } from '../../ui/Notice/Notice.tsx';
import { textButtonClass } from '../../ui/TextButton/TextButton.tsx';
import { BuyAgain } from './BuyAgain.tsx';
import styles from './Orders.module.css';
import { Timeline } from './Timeline.tsx';
import { useOrderTexts } from './use-order-texts.ts';
import { hasReceipt, usePapers } from './use-papers.ts';
import { paymentName } from './use-receipt-texts.ts';

export type OneOrderProps = {
  readonly user: UserInfo;
  readonly token: string;
  readonly requests: Requests;
  readonly onReceipt: () => void;
};

type PageProps = OneOrderProps & { readonly onBack: () => void };

/** Page of one order on phones, live: state, history, receipt, help. */
export function OneOrder(props: PageProps) {
  const watched = useOrder(props.token);
  const { order } = watched;
  return order ? (
    <Known {...props} watched={watched} order={order} />
  ) : (
    <ResultPending watched={watched} onBack={props.onBack} />
  );
}

type KnownProps = PageProps & { readonly watched: WatchedOrder; readonly order: OrderView };

function Known({ user, order, watched, requests, onBack, onReceipt }: KnownProps) {
  const t = useText();
  const { nameOf } = useOrderTexts();
  const { askNow } = watched;
  const papers = usePapers(order, requests, askNow);
  const { receipt, request, isOurs } = papers;
  const paid = receipt?.paid_with;
  const place = usePayPlace(order, user);
  return (
    <OrderOutcome
      watched={watched}
      order={order}
      onBack={onBack}
      {...place}
      timeline={isOurs ? <Timeline order={order} receipt={receipt} /> : undefined}
      paidWith={
        !isOurs || !hasReceipt(order) || (receipt && !paid)
          ? undefined
          : paid
            ? paymentName(paid)
            : null
      }
      below={
        <>
          {isOurs && hasReceipt(order) && (
            <div className={styles.pair}>
              <Button kind="ghost" wide icon="receipt" onClick={onReceipt}>
                {t('orders.receipt')}
              </Button>
              <BuyAgain order={order} kind="ghost" />
            </div>
          )}
          {request && <RequestPanel request={request} order={order} />}
          {receipt === null && papers.failure !== null && (
            <Notice role="status" onRetry={papers.retry}>
              {t('result.loading_failed')}
            </Notice>
          )}
          <HelpButton
            className={`${textButtonClass} ${styles.help}`}
            order={order}
            goods={nameOf(order)}
            requests={requests}
            about={{ ...aboutOrder(order), reference: paid?.reference }}
            onStale={askNow}
          />
        </>
      }
    />
  );
}

/** Tells where an unpaid order is paid, and how its confirmation is reached or left. */
export function usePayPlace(order: OrderView, user: UserInfo) {
  const project = useProject();
  const stored = storedCheckout(project, user);
  const ours = stored?.token === order.token ? stored : null;
  const isAtBank = order.state === 'waiting' && order.reason === 'action';
  return {
    payPlace: payPlaceOf(order, user.role),
    isWallet: order.action
      ? order.action.kind === 'redirect' && order.action.at === 'wallet'
      : (ours?.wallet ?? null) !== null,
    actionName: order.action?.name,
    actionUrl: isAtBank ? (pageOf(order) ?? ours?.action_url ?? null) : null,
    mayLeave: isAtBank && order.role.cid !== undefined,
  };
}
