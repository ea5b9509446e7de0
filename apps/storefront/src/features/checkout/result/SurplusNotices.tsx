import type { OrderView } from '@webpay/contract/calls';
import { formatDate } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { Notice } from '../../../ui/Notice/Notice.tsx';
import { useMoney } from '../../goods/use-money.ts';
import { lateMoney } from './result-view.ts';

/** What was paid on top of an order: it goes back, or has gone. What the headline tells is not said again. */
export function SurplusNotices({ order }: { readonly order: OrderView }) {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const told = lateMoney(order);
  return order.surplus
    .filter((each) => each !== told)
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
