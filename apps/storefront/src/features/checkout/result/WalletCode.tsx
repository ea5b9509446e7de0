import { useState } from 'react';
import type { OrderView } from '@webpay/contract/calls';
import { serverNow } from '../../../api/call.ts';
import { useText } from '../../../i18n/text.tsx';
import { Countdown } from '../../../ui/Countdown/Countdown.tsx';
import { useMoney } from '../../goods/use-money.ts';
import styles from './Qr.module.css';

/** A wallet's own QR code, for a phone that scans it: sum, clock and picture. A picture that does not load is left out. */
export function WalletCode(props: {
  readonly order: Pick<OrderView, 'total' | 'expires_at'>;
  readonly picture: string;
}) {
  const { order, picture } = props;
  const t = useText();
  const money = useMoney();
  const [isGone, setIsGone] = useState(() => order.expires_at <= serverNow());
  if (isGone) return null;
  return (
    <div className={styles.room}>
      <div className={styles.pay}>
        <div className={`stack ${styles.words}`}>
          <div className={styles.head}>
            <b className={`num ${styles.sum}`}>{money(order.total)}</b>
            <span className="row-tight">
              <span className="muted">{t('qr.left')}</span>
              <Countdown
                endsAtMs={order.expires_at}
                nowMs={serverNow}
                onEnd={() => setIsGone(true)}
              />
            </span>
          </div>
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
