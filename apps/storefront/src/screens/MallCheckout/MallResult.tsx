import type { MallOrder } from '@webpay/contract/calls';
import { useProject } from '../../api/page.tsx';
import { useOtherWays } from '../../features/checkout/payment/OtherWays.tsx';
import { retryLabel } from '../../features/checkout/payment/retry-label.ts';
import { asWaiting, useUnderWay } from '../../features/checkout/payment/way-back.ts';
import { OrderOutcome } from '../../features/checkout/result/OrderOutcome.tsx';
import { ResultPending } from '../../features/checkout/result/ResultFrame.tsx';
import { useOrder } from '../../features/checkout/result/use-order.ts';
import { storage } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';

/** Shows the result of a mall's order; until it expires, a failed one may be paid another way. */
export function MallResult(props: {
  readonly order: MallOrder;
  /** A payment was submitted without a known result. */
  readonly isUnresolved: boolean;
  readonly onForm: (payId: string) => void;
}) {
  const t = useText();
  const project = useProject();
  const watched = useOrder(props.order.token);
  const visit = storage.read('mall', project);
  const isUnderWay = useUnderWay(props.isUnresolved);
  const order = watched.order && isUnderWay ? asWaiting(watched.order) : watched.order;
  const isWallet = (visit?.wallet ?? null) !== null;
  const { chosen, isSame, hasNonCard, list } = useOtherWays({
    offered: props.order.channels,
    failedId: visit?.pay_id ?? null,
  });
  const isAtBank = order?.state === 'waiting' && order.reason === 'action';
  // An order that was closed on opening came without payment channels.
  const canRetry = order?.state === 'failed' || order?.state === 'open';
  const payId = chosen?.pay_id ?? '';
  if (!order) return <ResultPending watched={watched} />;
  return (
    <OrderOutcome
      watched={watched}
      order={order}
      isFromGame
      payPlace="here"
      isWallet={isWallet}
      hasNonCard={hasNonCard}
      otherWays={order.state === 'failed' && list}
      actionUrl={visit?.action_url ?? null}
      mayLeave={isAtBank}
      payButton={
        canRetry && (
          <Button grow onClick={() => props.onForm(payId)}>
            {chosen === null ? t('result.pay_now') : retryLabel(t, chosen, isSame)}
          </Button>
        )
      }
    />
  );
}
