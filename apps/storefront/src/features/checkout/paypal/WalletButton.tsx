import {
  PayPalButtons,
  PayPalScriptProvider,
  usePayPalScriptReducer,
} from '@paypal/react-paypal-js';
import { useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { trustScript } from '../../../browser/trusted-scripts.ts';
import styles from './WalletButton.module.css';

export type WalletButtonProps = {
  readonly sdk: { readonly url: string; readonly client_id: string };
  readonly currency: string;
  readonly name: string;
  /** Creates our order and returns the wallet's order id; rejects without one. */
  readonly onCreate: () => Promise<string>;
  readonly onApprove: () => Promise<void>;
  readonly onCancel: () => void;
  readonly onError: () => void;
  /** Opens the wallet's own page when its script does not load. */
  readonly onPlain: () => void;
};

/** PayPal allows 25 to 55 px; this is the height of our own button. */
const HEIGHT_PX = 50;

/** The wallet's own button in the place of ours (payments.md §2.4). */
export default function WalletButton(props: WalletButtonProps) {
  trustScript(props.sdk.url);
  return (
    <PayPalScriptProvider
      // Every currency needs its own script.
      key={props.currency}
      options={{
        clientId: props.sdk.client_id,
        sdkBaseUrl: props.sdk.url,
        currency: props.currency,
        intent: 'capture',
        commit: true,
      }}
    >
      <Buttons {...props} />
    </PayPalScriptProvider>
  );
}

function Buttons(props: WalletButtonProps) {
  const t = useText();
  const [{ isPending, isRejected }] = usePayPalScriptReducer();
  if (isRejected) {
    return (
      <Button grow onClick={props.onPlain}>
        {t('payment.pay_with', { name: props.name })}
      </Button>
    );
  }
  return (
    <div className={styles.place}>
      {isPending && (
        <Button grow wide busy busyLabel={t('payment.wallet_loading', { name: props.name })}>
          {t('payment.pay_with', { name: props.name })}
        </Button>
      )}
      <PayPalButtons
        className={styles.buttons ?? ''}
        fundingSource="paypal"
        style={{ layout: 'horizontal', tagline: false, height: HEIGHT_PX, shape: 'pill' }}
        createOrder={props.onCreate}
        onApprove={props.onApprove}
        onCancel={props.onCancel}
        onError={props.onError}
      />
    </div>
  );
}
