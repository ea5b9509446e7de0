import type { OrderView, Receipt } from '@webpay/contract/calls';
import { useEffect, useEffectEvent, useId } from 'react';
import { useProject } from '../../api/page.tsx';
import { storedCheckout } from '../../features/checkout/payment/checkout.ts';
import { HelpButton } from '../../features/support/requests/HelpButton.tsx';
import { requestOn } from '../../features/support/requests/request-rules.ts';
import { stateKeyOf } from '../../features/support/requests/request-view.ts';
import { RequestPanel } from '../../features/support/requests/RequestPanel.tsx';
import type { Requests } from '../../features/support/requests/use-requests.ts';
import { OrderOutcome } from '../../features/checkout/result/OrderOutcome.tsx';
import { ResultPending } from '../../features/checkout/result/ResultFrame.tsx';
import { payPlaceOf } from '../../features/checkout/result/result-view.ts';
import { useOrder, type WatchedOrder } from '../../features/checkout/result/use-order.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { aboutOrder } from '../../features/support/support-facts.ts';
import { useText, type MessageId, useLang } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Notice } from '../../ui/Notice/Notice.tsx';
import { textButtonClass } from '../../ui/TextButton/TextButton.tsx';
import styles from './Orders.module.css';
import { useOrderTexts } from './use-order-texts.ts';
import { useReceipt } from './use-receipt.ts';
import {
  isParked,
  RETRY_DAYS_MS,
  whyDelayed,
} from '../../features/checkout/result/delivery-steps.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { formatDate } from '../../i18n/format.ts';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { paymentName } from './use-receipt-texts.ts';

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
  return order ? (
    <Known {...props} watched={watched} order={order} />
  ) : (
    <ResultPending watched={watched} onBack={props.onBack} />
  );
}

type KnownProps = OneOrderProps & { readonly watched: WatchedOrder; readonly order: OrderView };

function Known({ user, order, watched, requests, onBack, onReceipt }: KnownProps) {
  const project = useProject();
  const stored = storedCheckout(project, user);
  const ours = stored?.token === order.token ? stored : null;
  const isAtBank = order.state === 'waiting' && order.reason === 'action';
  return (
    <OrderOutcome
      watched={watched}
      order={order}
      onBack={onBack}
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

type Entry = Receipt['history'][number];

/** Lists the history of an order, newest last, with times. */
function History(props: { readonly entries: readonly Entry[]; readonly order: OrderView }) {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const title = useId();
  const { order } = props;
  return (
    <Panel labelledBy={title}>
      <h2 id={title} className={styles.title}>
        {t('orders.history')}
      </h2>
      <ol className={styles.life}>
        {props.entries.map((entry) => (
          <li key={`${entry.at} ${entry.what}`}>
            <time className="cap num" dateTime={new Date(entry.at).toISOString()}>
              {formatDate(entry.at, lang, 'dateTime')}
            </time>
            <span>
              {t(labelOf(entry, isParked(order)), {
                price: money(entry.amount ?? order.total),
                day: formatDate(order.created_at + RETRY_DAYS_MS, lang, 'day'),
              })}
            </span>
            {entry.paid_with && <span className="cap num">{paymentProof(entry, money)}</span>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Names amount, channel and reference of a returned payment, for the player's bank. */
function paymentProof(entry: Entry, money: ReturnType<typeof useMoney>): string {
  const { what, amount, paid_with: paid } = entry;
  const sum = amount && what !== 'paid_late' && money(amount);
  return [sum, paid && paymentName(paid), paid?.reference].filter(Boolean).join(' · ');
}

const LABELS: Readonly<Record<Exclude<Entry['what'], 'delayed'>, MessageId>> = {
  made: 'orders.made',
  action: 'result.action',
  waiting: 'result.waiting',
  declined: 'result.declined',
  insufficient_balance: 'result.insufficient',
  cancelled: 'result.cancelled',
  error: 'result.error',
  expired: 'result.timeout',
  paid: 'result.step_paid',
  paid_twice: 'orders.paid_twice',
  paid_late: 'result.late',
  sent: 'result.step_sent',
  undeliverable: 'result.undelivered',
  refund_started: 'orders.refund_started',
  refunded: 'result.refunded',
  charged_back: 'result.refunded_chargeback',
};

/** `isOver`: the days of a delay's retries have passed. */
function labelOf({ what, reason }: Entry, isOver: boolean): MessageId {
  return what === 'delayed' ? whyDelayed(reason, isOver) : LABELS[what];
}
