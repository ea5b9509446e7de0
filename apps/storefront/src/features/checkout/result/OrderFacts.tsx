import type { OrderEntry, OrderView } from '@webpay/contract/calls';
import { formatDate } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { isEventSource } from '../../../router/paths.ts';
import { KeyValues } from '../../../ui/KeyValues/KeyValues.tsx';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import { TextButton } from '../../../ui/TextButton/TextButton.tsx';
import { toast } from '../../../ui/Toaster/toast.ts';
import { useMoney } from '../../goods/use-money.ts';
import styles from './OrderFacts.module.css';

/** Number, date, recipient and total, as quoted to customer service. */
export function OrderFacts(props: {
  readonly order: OrderView;
  /** null: not known yet. */
  readonly paidWith?: string | null | undefined;
}) {
  const { order, paidWith } = props;
  const t = useText();
  const money = useMoney();
  const { number, more } = useOrderRows(order);
  return (
    <Panel>
      <KeyValues
        rows={[
          ...number,
          { key: t('result.recipient'), value: `${order.role.name} · ${order.role.server_name}` },
          ...more,
          ...(paidWith === undefined
            ? []
            : [{ key: t('orders.paid_with'), value: paidWith ?? '…' }]),
          { key: t('goods.order_total'), value: money(order.total) },
        ]}
      />
    </Panel>
  );
}

/** Rows of the order's number and date, and of its event. */
export function useOrderRows(order: Pick<OrderEntry, 'order_no' | 'created_at' | 'source'>) {
  const t = useText();
  const lang = useLang();
  const copy = useCopiedNumber(order);
  const event =
    isEventSource(order.source) && (order.source === 'card' ? 'title.card' : 'title.bargain');
  const made = formatDate(order.created_at, lang, 'dateTime');
  const date = { key: t('result.date'), value: <span data-lesser>{made}</span> };
  return {
    number: [
      {
        key: t('result.order'),
        value: (
          <span className={styles.copy}>
            <TextButton label={`${t('result.copy')} ${order.order_no}`} onClick={() => void copy()}>
              <span className={styles.number}>{order.order_no}</span>
            </TextButton>
          </span>
        ),
      },
      date,
    ],
    date,
    more: event ? [{ key: t('result.event'), value: t(event) }] : [],
  };
}

/** The order's number in a box of its own, to read out or to copy. */
export function OrderNumber({ order }: { readonly order: Pick<OrderEntry, 'order_no'> }) {
  const t = useText();
  const copy = useCopiedNumber(order);
  return (
    <div className={styles.box}>
      <span className={styles.number} title={t('result.order')}>
        {order.order_no}
      </span>
      <TextButton label={`${t('result.copy')} ${order.order_no}`} onClick={() => void copy()}>
        {t('result.copy_short')}
      </TextButton>
    </div>
  );
}

function useCopiedNumber({ order_no }: Pick<OrderEntry, 'order_no'>) {
  const t = useText();
  return async () => {
    try {
      await navigator.clipboard.writeText(order_no);
      toast(t('result.copied'));
    } catch {
      // In-app browsers may forbid copying; the number can still be selected.
    }
  };
}
