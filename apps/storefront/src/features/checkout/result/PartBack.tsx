import type { OrderView } from '@webpay/contract/calls';
import { useText } from '../../../i18n/text.tsx';
import { Notice } from '../../../ui/Notice/Notice.tsx';
import { paidNet } from '../../goods/paid-net.ts';
import { useMoney } from '../../goods/use-money.ts';

/** Refunded part of a paid order and the remaining amount. */
export function PartBack({ order }: { readonly order: Pick<OrderView, 'total' | 'refunded'> }) {
  const t = useText();
  const money = useMoney();
  const { total, refunded } = order;
  if (!refunded) return null;
  return (
    <Notice role="status">
      <b>{t('result.refunded', { price: money(refunded) })}</b>
      <p className="num">
        {t('orders.paid_net')}: {money(paidNet(total, refunded))}
      </p>
    </Notice>
  );
}
