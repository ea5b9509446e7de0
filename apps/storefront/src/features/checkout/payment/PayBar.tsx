import type { Channel } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import { lazy, Suspense } from 'react';
import { useHasPane } from '../../../browser/use-has-pane.ts';
import { useOnline } from '../../../browser/use-online.ts';
import { WalletPay } from './WalletPay.tsx';
import { FadingPrice } from '../../goods/FadingPrice.tsx';
import { useMoney } from '../../goods/use-money.ts';
import { type MessageId, useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { BottomBar } from '../../../ui/BottomBar/BottomBar.tsx';
import { payBlock } from './pay-block.ts';
import type { WaysToPay } from './use-ways.ts';

// Loaded on demand: few devices have a wallet of their own.
const DeviceWallet = lazy(() => import('./DeviceWallet.tsx'));

/** Reasons short enough for the bar's small line; the page shows the others. */
const SHORT: ReadonlySet<MessageId> = new Set(['app.offline_reason', 'payment.choose_method']);

type PayBarProps = {
  readonly ways: WaysToPay;
  readonly total: Money | null;
  readonly onCancel: () => void;
};

/** Total and tax beside the Pay button. */
export function PayBar(props: PayBarProps) {
  const t = useText();
  const money = useMoney();
  const isOnline = useOnline();
  const hasPane = useHasPane();
  const { ways, total } = props;
  const { flow, chosen, card } = ways;
  const block: MessageId | null = payBlock({
    isOnline,
    hasTotal: total !== null,
    ways: ways.state,
    method: chosen?.method ?? null,
    problem: flow.problem?.kind ?? null,
    isOpened: flow.opened !== null,
    form: card.state,
  });
  // The page itself says that there is no method.
  const isShort = block !== null && SHORT.has(block) && (!isOnline || ways.channels.length > 0);
  const note = t(isShort ? block : 'payment.total_tax');
  // The pane shows the sum above the button.
  const amount = hasPane ? null : <FadingPrice text={total && money(total)} />;
  return (
    <BottomBar sum={hasPane && !isShort ? undefined : { note, amount }}>
      <PayButton {...props} block={block} />
    </BottomBar>
  );
}

/** Whether the press on Pay itself opens the method, which has no form here. */
const leaves = ({ flow }: Channel) => flow === 'redirect' || flow === 'voucher' || flow === 'qr';

function PayButton(props: PayBarProps & { readonly block: MessageId | null }) {
  const t = useText();
  const money = useMoney();
  const { ways, total, block } = props;
  const { flow, chosen, card } = ways;

  if (block === null && chosen && total) {
    if (chosen.method === 'wallet') {
      return <WalletPay channel={chosen} total={total} flow={flow} onCancel={props.onCancel} />;
    }
    const { method, name } = chosen;
    if (method === 'apple_pay' || method === 'google_pay') {
      const loading = (
        <Button grow busy busyLabel={t('payment.wallet_loading', { name })}>
          {t('payment.pay_with', { name })}
        </Button>
      );
      return (
        <Suspense fallback={loading}>
          <DeviceWallet key={method} flow={flow} method={method} name={name} />
        </Suspense>
      );
    }
  }
  return (
    <Button
      grow
      icon="lock"
      busy={
        flow.isPaying || flow.isChecking || (flow.isOpening && chosen !== null && leaves(chosen))
      }
      busyLabel={t('payment.paying')}
      blocked={block === null || flow.isPaying ? undefined : t(block)}
      onBlocked={() => document.querySelector<HTMLElement>('[role=radiogroup] input')?.focus()}
      onClick={() => {
        if (chosen === null || !leaves(chosen)) void flow.payByCard(card);
        else if (total && ways.payer.check()) void flow.open(total, chosen);
      }}
    >
      {total ? t('payment.pay', { price: money(total) }) : t('payment.pay_plain')}
    </Button>
  );
}
