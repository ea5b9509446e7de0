import { useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import styles from './ApplePay.module.css';
import { useDropin } from '../payermax/use-dropin.ts';
import type { CheckoutFlow } from './use-payment.ts';

/** Apple Pay's own button, rendered by the gateway's component. */
export default function ApplePay(props: { readonly flow: CheckoutFlow; readonly name: string }) {
  const { flow, name } = props;
  const t = useText();
  const keys = flow.opened?.pay?.kind === 'payermax_apple_pay' ? flow.opened.pay : null;
  const dropin = useDropin('applepay', keys, (form) => void flow.payByCard(form));
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
