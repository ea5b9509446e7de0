import type { Channel, OrderView } from '@webpay/contract/calls';
import type { Target } from '../../features/checkout/payment/checkout.ts';
import { useConfigs } from '../../api/page.tsx';
import type { Problem } from '../../features/checkout/payment/problem.ts';
import { opensAtOnce } from '../../features/checkout/payment/queries.ts';
import { retryLabel } from '../../features/checkout/payment/retry-label.ts';
import { useCheckout } from '../../features/checkout/payment/use-checkout.ts';
import { WalletPay } from '../../features/checkout/payment/WalletPay.tsx';
import { useMoney } from '../../features/goods/use-money.ts';
import { failureMessage } from '../../features/support/code-message.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Popup } from '../../ui/Popup/Popup.tsx';
import { toast } from '../../ui/Toaster/toast.ts';

/** Retries after a refusal: the wallet's button at once, or the card's form. */
export function RetryButton(props: {
  readonly user: UserInfo;
  readonly target: Target;
  readonly order: OrderView;
  readonly channel: Channel;
  readonly country: string;
  /** The channel that has just failed. */
  readonly isSame: boolean;
  readonly onForm: () => void;
}) {
  const { channel, order } = props;
  const t = useText();
  const flow = useCheckout(props.user, props.target, props.country);
  if (opensAtOnce(channel)) {
    return (
      <Button grow onClick={props.onForm}>
        {retryLabel(t, channel, props.isSame)}
      </Button>
    );
  }
  return (
    <>
      <WalletPay
        channel={channel}
        total={order.total}
        flow={flow}
        onCancel={() => toast(t('payment.not_charged'))}
      />
      {/* Other results than success need the form's space to be explained. */}
      <ProblemDialog problem={flow.problem} onForm={props.onForm} onClose={flow.clearProblem} />
    </>
  );
}

/** Explains on a failed order's page why the next attempt could not begin. */
function ProblemDialog(props: {
  readonly problem: Problem | null;
  readonly onForm: () => void;
  readonly onClose: () => void;
}) {
  const { problem } = props;
  const t = useText();
  const configs = useConfigs();
  const money = useMoney();
  const isShown = problem !== null && problem.kind !== 'reported';
  return (
    <Popup
      show={isShown}
      titleText={t('payment.order_failed')}
      contentText={isShown ? sentence(problem) : ''}
      leftBtnFun={props.onClose}
      closeIconFun={props.onClose}
      rightBtnText={t('ui.try_again')}
      rightBtnFun={props.onForm}
    />
  );

  function sentence(known: Problem): string {
    switch (known.kind) {
      case 'price':
        return known.total
          ? t('payment.price_changed', { price: money(known.total) })
          : t('payment.price_changed_title');
      case 'stopped':
        return t('payment.stopped');
      case 'goods':
      case 'again':
        return failureMessage(t, known.failure, configs) ?? t('payment.not_charged');
      default:
        return t('payment.not_charged');
    }
  }
}
