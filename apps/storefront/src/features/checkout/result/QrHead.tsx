import type { OrderView } from '@webpay/contract/calls';
import { serverNow } from '../../../api/call.ts';
import { useText } from '../../../i18n/text.tsx';
import { Countdown } from '../../../ui/Countdown/Countdown.tsx';
import { useMoney } from '../../goods/use-money.ts';
import styles from './Qr.module.css';

/** The sum to pay and the clock of a code. */
export function QrHead(props: {
  readonly total: OrderView['total'];
  readonly endsAtMs: number;
  readonly onEnd: () => void;
}) {
  const t = useText();
  const money = useMoney();
  return (
    <div className={styles.head}>
      <b className={`num ${styles.sum}`}>{money(props.total)}</b>
      <span className="row-tight">
        <span className="muted">{t('qr.left')}</span>
        <Countdown endsAtMs={props.endsAtMs} nowMs={serverNow} onEnd={props.onEnd} />
      </span>
    </div>
  );
}
