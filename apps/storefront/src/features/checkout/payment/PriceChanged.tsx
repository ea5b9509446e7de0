import type { Money } from '@webpay/contract/money';
import type { CheckoutFlow } from './use-payment.ts';
import { useMoney } from '../../goods/use-money.ts';
import { useText } from '../../../i18n/text.tsx';
import { Popup } from '../../../ui/Popup/Popup.tsx';

/** Asks whether the new price is accepted; no order was created (20017). */
export function PriceChanged(props: {
  readonly flow: CheckoutFlow;
  readonly onAccept: (total: Money) => void;
  readonly onRefuse: () => void;
}) {
  const t = useText();
  const money = useMoney();
  const { problem } = props.flow;
  const total = problem?.kind === 'price' ? problem.total : null;
  const price = total ? money(total) : '';
  return (
    <Popup
      show={total !== null}
      titleText={t('payment.price_changed_title')}
      contentText={t('payment.price_changed', { price })}
      leftBtnText={t('payment.price_changed_no')}
      leftBtnFun={props.onRefuse}
      closeIconFun={props.onRefuse}
      rightBtnText={t('payment.price_changed_yes', { price })}
      rightBtnFun={() => {
        if (total) props.onAccept(total);
      }}
    />
  );
}
