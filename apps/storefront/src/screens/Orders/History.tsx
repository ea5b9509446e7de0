import type { OrderView, Receipt } from '@webpay/contract/calls';
import { useId } from 'react';
import { RETRY_DAYS_MS, whyDelayed } from '../../features/checkout/result/delivery-steps.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { formatDate } from '../../i18n/format.ts';
import { type MessageId, useLang, useText } from '../../i18n/text.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { whyFailed } from './order-view.ts';
import styles from './Orders.module.css';
import { paymentName } from './payment-name.ts';
import { unreachable } from '../../browser/unreachable.ts';

type Entry = Receipt['history'][number];

/** Lists the history of an order, newest last, with times. */
export function History(props: { readonly entries: readonly Entry[]; readonly order: OrderView }) {
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
              {t(labelOf(entry), {
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
function paymentProof(
  { what, amount, paid_with: paid }: Entry,
  money: (sum: NonNullable<Entry['amount']>) => string,
): string {
  const sum = amount === undefined || what === 'paid_late' ? null : money(amount);
  const name = paid === undefined ? null : paymentName(paid);
  return [sum, name, paid?.reference].filter(Boolean).join(' · ');
}

function labelOf({ what, reason }: Entry): MessageId {
  switch (what) {
    case 'made':
      return 'orders.made';
    case 'action':
      return 'result.action';
    case 'waiting':
      return 'result.waiting';
    case 'declined':
    case 'insufficient_balance':
    case 'cancelled':
    case 'error':
      return whyFailed(what);
    case 'expired':
      return 'result.timeout';
    case 'paid':
      return 'result.step_paid';
    case 'paid_twice':
      return 'orders.paid_twice';
    case 'paid_late':
      return 'result.late';
    case 'delayed':
      return whyDelayed(reason);
    case 'sent':
      return 'result.step_sent';
    case 'undeliverable':
      return 'result.undelivered';
    case 'refund_started':
      return 'orders.refund_started';
    case 'refunded':
      return 'result.refunded';
    case 'charged_back':
      return 'result.refunded_chargeback';
    default:
      return unreachable(what, 'step');
  }
}
