import type { OrderView } from '@webpay/contract/calls';
import { formatDate } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { Notice } from '../../../ui/Notice/Notice.tsx';
import { useMoney } from '../../goods/use-money.ts';
import { latePayment } from './result-view.ts';

/** Amounts paid beyond the order and their refunds, except the one in the headline. */
export function OverpaymentNotices({ order }: { readonly order: OrderView }) {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const shown = latePayment(order);
  return order.surplus
    .filter((each) => each !== shown)
    .map((each, n) => {
      const price = money(each.amount);
      return (
        <Notice key={n} role="status">
          <b>{t('orders.paid_twice')}</b>
          <p className="num">
            {each.back_at === null
              ? t('orders.refund_started', { price })
              : `${t('result.refunded', { price })} · ${formatDate(each.back_at, lang, 'day')}`}
          </p>
        </Notice>
      );
    });
}
