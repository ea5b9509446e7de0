import { useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import styles from './DeviceWallet.module.css';
import { useDropin } from '../payermax/use-dropin.ts';
import type { CheckoutFlow } from './use-payment.ts';

const COMPONENTS = { apple_pay: 'applepay', google_pay: 'googlepay' } as const;

/** The own button of Apple Pay or Google Pay, rendered by the gateway's component. */
export default function DeviceWallet(props: {
  readonly flow: CheckoutFlow;
  readonly method: keyof typeof COMPONENTS;
  readonly name: string;
}) {
  const t = useText();
  const { flow, method, name } = props;
  const pay = flow.opened?.pay;
  // A session of the method before is another component's.
  const keys = pay && 'session_key' in pay && pay.kind === `payermax_${method}` ? pay : null;
  const dropin = useDropin(COMPONENTS[method], keys, {
    onPress: (form) => void flow.payByCard(form),
    onUnusable: flow.refuse,
  });
  const isBusy = dropin.state === 'loading' || flow.isPaying;
  return (
    <div className={styles.place}>
      {dropin.state === 'failed' ? (
        <Button grow wide onClick={dropin.retry}>
          {t('ui.try_again')}
        </Button>
      ) : (
        isBusy && (
          <Button
            grow
            wide
            busy
            busyLabel={t(flow.isPaying ? 'payment.paying' : 'payment.wallet_loading', { name })}
          >
            {t('payment.pay_with', { name })}
          </Button>
        )
      )}
      <div id={dropin.containerId} className={styles.button} hidden={isBusy} />
    </div>
  );
}
