import type { OrderView, Receipt } from '@webpay/contract/calls';
import { useId } from 'react';
import { RETRY_DAYS_MS, whyDelayed } from '../../features/checkout/result/delivery-steps.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { formatDate } from '../../i18n/format.ts';
import { type MessageId, useLang, useText } from '../../i18n/text.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import styles from './Orders.module.css';
import { paymentName } from './use-receipt-texts.ts';

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

function labelOf({ what, reason }: Entry): MessageId {
  return what === 'delayed' ? whyDelayed(reason) : LABELS[what];
}
