import type { OrderView } from '@webpay/contract/calls';
import { useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { useSession } from '../../account/use-session.ts';
import { OrderResult } from './OrderResult.tsx';
import { ResultButtons } from './ResultButtons.tsx';
import { ResultFrame, ResultPending } from './ResultFrame.tsx';
import { payPlaceOf } from './result-view.ts';
import { useOrder } from './use-order.ts';

/** Order page without a payment form: the event's return page and the result over home. */
export function OrderPage(props: {
  readonly token: string;
  readonly onClose?: () => void;
  /** Adjusts the order for this page. */
  readonly seen?: (order: OrderView) => OrderView;
  /** Opens another payment method for an order that came from a game or a mall. */
  readonly onPayAgain?: () => void;
}) {
  const t = useText();
  const { onPayAgain } = props;
  const watched = useOrder(props.token);
  const order = watched.order && props.seen ? props.seen(watched.order) : watched.order;
  const user = useSession();
  const place = order && !onPayAgain ? payPlaceOf(order, user?.role ?? null) : 'here';
  const isUnpaid = order?.state === 'failed' || order?.state === 'open';
  if (!order) return <ResultPending watched={watched} onClose={props.onClose} />;
  return (
    <ResultFrame
      order={order}
      onClose={props.onClose}
      buttons={
        <ResultButtons
          order={order}
          isOverdue={watched.isOverdue}
          isAsking={watched.isAsking}
          onAsk={watched.askNow}
          payPlace={place}
          isFromGame={order.source === 'mall'}
          payButton={
            onPayAgain &&
            isUnpaid && (
              <Button grow onClick={onPayAgain}>
                {t('result.leave_bank')}
              </Button>
            )
          }
        />
      }
    >
      <OrderResult order={order} isOverdue={watched.isOverdue} payPlace={place} />
    </ResultFrame>
  );
}
