import type { Channel } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import { lazy, Suspense, useRef } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { thisDevice } from '../../../browser/device.ts';
import type { CheckoutFlow } from './use-payment.ts';

const WalletButton = lazy(() => import('../paypal/WalletButton.tsx'));

/** Primary button of a wallet: the wallet's own, or ours that opens its page. */
export function WalletPay(props: {
  readonly channel: Channel;
  readonly total: Money;
  readonly flow: CheckoutFlow;
  /** The player cancelled or closed the wallet's window. */
  readonly onCancel: () => void;
}) {
  const { channel, total, flow } = props;
  const t = useText();
  // The wallet reports our own refusal back as its error.
  const madeNone = useRef(false);
  const label = t('payment.pay_with', { name: channel.name });

  /** In-app browsers open no windows, so the wallet's page replaces ours. */
  async function goToWallet() {
    const opened = await flow.open(total, channel);
    if (opened?.pay?.kind === 'paypal') window.location.assign(opened.pay.approve_url);
  }

  const plain = (busy: boolean, busyLabel: string) => (
    <Button grow busy={busy} busyLabel={busyLabel} onClick={() => void goToWallet()}>
      {label}
    </Button>
  );
  const paying = t('payment.paying');
  if (!channel.sdk || thisDevice().inApp !== null) return plain(flow.isOpening, paying);
  if (flow.isPaying) return plain(true, paying);
  return (
    <Suspense fallback={plain(true, t('payment.wallet_loading', { name: channel.name }))}>
      <WalletButton
        sdk={channel.sdk}
        currency={total.currency}
        name={channel.name}
        onCreate={async () => {
          const opened = await flow.open(total, channel);
          madeNone.current = opened?.pay?.kind !== 'paypal';
          if (opened?.pay?.kind !== 'paypal') throw new Error('nothing to pay with');
          return opened.pay.order_id;
        }}
        onApprove={flow.capture}
        onCancel={props.onCancel}
        onError={() => {
          // Without an order the page shows its own problem; otherwise the order's state decides.
          if (!madeNone.current) flow.showOrder();
        }}
        onPlain={() => void goToWallet()}
      />
    </Suspense>
  );
}
