import type { Channel, OrderView } from '@webpay/contract/calls';
import type { Target } from '../../features/checkout/payment/checkout.ts';
import { opensAtOnce } from '../../features/checkout/payment/queries.ts';
import { retryLabel } from '../../features/checkout/payment/retry-label.ts';
import { useCheckout } from '../../features/checkout/payment/use-checkout.ts';
import { WalletPay } from '../../features/checkout/payment/WalletPay.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { toast } from '../../ui/Toaster/toast.ts';
import { ProblemDialog } from './ProblemDialog.tsx';

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
