import { useState } from 'react';
import type { OrderView } from '@webpay/contract/calls';
import { serverNow } from '../../../api/call.ts';
import { useText } from '../../../i18n/text.tsx';
import styles from './Qr.module.css';
import { QrHead } from './QrHead.tsx';

/** A wallet's own QR code, for a phone that scans it: sum, clock and picture. A picture that does not load is left out. */
export function WalletCode(props: {
  readonly order: Pick<OrderView, 'total' | 'expires_at'>;
  readonly picture: string;
}) {
  const { order, picture } = props;
  const t = useText();
  const [isGone, setIsGone] = useState(() => order.expires_at <= serverNow());
  if (isGone) return null;
  return (
    <div className={styles.room}>
      <div className={styles.pay}>
        <div className={`stack ${styles.words}`}>
          <QrHead total={order.total} endsAtMs={order.expires_at} onEnd={() => setIsGone(true)} />
          <p>{t('phone.scan')}</p>
        </div>
        <img
          className={styles.picture}
          src={picture}
          alt={t('qr.picture')}
          referrerPolicy="no-referrer"
          onError={() => setIsGone(true)}
        />
      </div>
    </div>
  );
}
