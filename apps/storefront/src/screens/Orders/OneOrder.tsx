import type { OrderView } from '@webpay/contract/calls';
import { useEffect, useEffectEvent } from 'react';
import { useProject } from '../../api/page.tsx';
import { storedCheckout } from '../../features/checkout/payment/checkout.ts';
import { HelpButton } from '../../features/support/requests/HelpButton.tsx';
import { requestOn } from '../../features/support/requests/request-rules.ts';
import { stateKeyOf } from '../../features/support/requests/request-view.ts';
import { RequestPanel } from '../../features/support/requests/RequestPanel.tsx';
import type { Requests } from '../../features/support/requests/use-requests.ts';
import { OrderOutcome } from '../../features/checkout/result/OrderOutcome.tsx';
import { ResultFrame, ResultPending } from '../../features/checkout/result/ResultFrame.tsx';
import { payPlaceOf } from '../../features/checkout/result/result-view.ts';
import { useOrder, type WatchedOrder } from '../../features/checkout/result/use-order.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { aboutOrder } from '../../features/support/support-facts.ts';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Notice } from '../../ui/Notice/Notice.tsx';
import { textButtonClass } from '../../ui/TextButton/TextButton.tsx';
import { History } from './History.tsx';
import styles from './Orders.module.css';
import { useOrderTexts } from './use-order-texts.ts';
import { useReceipt } from './use-receipt.ts';

type OneOrderProps = {
  readonly user: UserInfo;
  readonly token: string;
  readonly requests: Requests;
  readonly onBack: () => void;
  readonly onReceipt: () => void;
};

/** Renders one order, live: state, history, receipt, help. */
export function OneOrder(props: OneOrderProps) {
  const watched = useOrder(props.token);
  const { order } = watched;
  return (
    <ResultFrame order={order} isMissing={watched.failure !== null} onBack={props.onBack}>
      {order ? (
        <Known {...props} watched={watched} order={order} />
      ) : (
        <ResultPending watched={watched} />
      )}
    </ResultFrame>
  );
}

type KnownProps = OneOrderProps & { readonly watched: WatchedOrder; readonly order: OrderView };

function Known({ user, order, watched, requests, onReceipt }: KnownProps) {
  const project = useProject();
  const stored = storedCheckout(project, user);
  const ours = stored?.token === order.token ? stored : null;
  const isAtBank = order.state === 'waiting' && order.reason === 'action';
  return (
    <OrderOutcome
      watched={watched}
      order={order}
      payPlace={payPlaceOf(order, user.role)}
      isWallet={order.action ? order.action.at === 'wallet' : (ours?.wallet ?? null) !== null}
      below={
        <Papers order={order} requests={requests} onStale={watched.askNow} onReceipt={onReceipt} />
      }
      actionUrl={isAtBank ? (order.action?.url ?? ours?.action_url ?? null) : null}
      mayLeave={isAtBank && order.role.cid !== undefined}
    />
  );
}

type PapersProps = Pick<KnownProps, 'order' | 'requests' | 'onReceipt'> & {
  readonly onStale: () => void;
};

function Papers({ order, requests, onStale, onReceipt }: PapersProps) {
  const t = useText();
  const { nameOf } = useOrderTexts();
  const isOurs = order.role.cid !== undefined;
  const request = isOurs ? requestOn(requests.list, order.order_id) : null;
  const stand = stateKeyOf(request);
  const { receipt, failure, retry } = useReceipt(order, stand);
  // Decisions, refunds and resends show in the order, too.
  const lookAgain = useEffectEvent(onStale);
  useEffect(() => {
    if (stand !== '') lookAgain();
  }, [stand]);
  return (
    <>
      {isOurs && (order.state === 'success' || order.state === 'refunded') && (
        <Button kind="ghost" wide icon="receipt" onClick={onReceipt}>
          {t('orders.receipt')}
        </Button>
      )}
      {request && <RequestPanel request={request} order={order} />}
      {receipt && <History entries={receipt.history} order={order} />}
      {receipt === null && failure !== null && (
        <Notice
          role="status"
          end={
            <Button kind="ghost" size="small" onClick={retry}>
              {t('ui.try_again')}
            </Button>
          }
        >
          {t('result.loading_failed')}
        </Notice>
      )}
      <HelpButton
        className={`${textButtonClass} ${styles.help}`}
        order={order}
        goods={nameOf(order)}
        requests={requests}
        about={{ ...aboutOrder(order), reference: receipt?.paid_with?.reference }}
        onStale={onStale}
      />
    </>
  );
}
