import type { OrderView } from '@webpay/contract/calls';
import { type ReactNode, useState } from 'react';
import { serverNow } from '../../../api/call.ts';
import { useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { toast } from '../../../ui/Toaster/toast.ts';
import styles from './Qr.module.css';
import { QrHead } from './QrHead.tsx';
import { QrPicture } from './QrPicture.tsx';
import { WalletCode } from './WalletCode.tsx';

export type QrAction = Extract<OrderView['action'], { kind: 'qr' }>;

type PageAction = Extract<OrderView['action'], { kind: 'redirect' }>;

type Props<Action> = {
  readonly order: Pick<OrderView, 'total' | 'expires_at'>;
  readonly action: Action;
  /** Makes another code, once this one has ended. */
  readonly renew?: ReactNode;
};

/** A code to scan: the shop's drawing of its text, or a wallet's own picture. */
export default function Qr({ action, ...rest }: Props<QrAction | PageAction>) {
  if (action.kind === 'qr') return <DrawnCode action={action} {...rest} />;
  const { picture } = action;
  return picture === undefined ? null : <WalletCode order={rest.order} picture={picture} />;
}

/** The code that a banking app scans or pastes: sum, clock, copy, picture, and how to pay with it. */
function DrawnCode(props: Props<QrAction>) {
  const { order, action } = props;
  const t = useText();
  const [isOver, setIsOver] = useState(() => action.ends_at <= serverNow());

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(action.code);
      toast(t('voucher.copied'));
    } catch {
      // In-app browsers may forbid copying; the text can still be selected.
    }
  }

  if (isOver) {
    return (
      <div className="stack">
        <p role="status" className={styles.ended}>
          <b>{t('qr.ended')}</b> {t('qr.ended_text')}
        </p>
        {props.renew}
      </div>
    );
  }
  return (
    <div className={styles.room}>
      <div className={styles.pay}>
        <div className={`stack ${styles.words}`}>
          <QrHead total={order.total} endsAtMs={action.ends_at} onEnd={() => setIsOver(true)} />
          <Button wide onClick={() => void copy()}>
            {t('qr.copy')}
          </Button>
        </div>
        <QrPicture className={styles.picture} text={action.code} label={t('qr.picture')} />
        <div className={`stack-tight ${styles.how}`}>
          <p>{t('qr.how', { name: action.name })}</p>
          {action.apps.length > 0 && (
            <p className="muted">{t('qr.apps', { apps: action.apps.join(' · ') })}</p>
          )}
        </div>
        <code className={styles.text} dir="ltr" translate="no">
          {action.code}
        </code>
      </div>
    </div>
  );
}
