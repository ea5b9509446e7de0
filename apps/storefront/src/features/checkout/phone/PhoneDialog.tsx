import type { OrderView } from '@webpay/contract/calls';
import { serverNow } from '../../../api/call.ts';
import { useConfigs, useProject } from '../../../api/page.tsx';
import type { UserInfo } from '../../../browser/storage.ts';
import { type MessageId, useText } from '../../../i18n/text.tsx';
import { paths } from '../../../router/paths.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { Countdown } from '../../../ui/Countdown/Countdown.tsx';
import { ErrorBlock } from '../../../ui/EmptyState/EmptyState.tsx';
import { Sheet } from '../../../ui/Sheet/Sheet.tsx';
import { Skeleton } from '../../../ui/Skeleton/Skeleton.tsx';
import { toast } from '../../../ui/Toaster/toast.ts';
import { useMoney } from '../../goods/use-money.ts';
import { failureMessage } from '../../support/code-message.ts';
import { QrPicture } from '../result/QrPicture.tsx';
import styles from './PhoneDialog.module.css';
import { type Followed, usePhoneLink } from './use-phone-link.ts';

/** The code that carries an order to a phone, and then what the phone does, live. */
export default function PhoneDialog(props: {
  readonly user: UserInfo;
  readonly token: string;
  readonly onOrder: () => void;
  readonly onStale: () => void;
  readonly onClose: (wasOpened: boolean) => void;
}) {
  const t = useText();
  const configs = useConfigs();
  const { link, failure, followed, make, end } = usePhoneLink(props);
  const step = stepOf(followed);
  const [title, text] = TEXTS[step];

  function close() {
    end();
    // A payment that is under way has its own page.
    if (step === 'paying') props.onOrder();
    else props.onClose(followed?.state === 'opened');
  }

  return (
    <Sheet
      open
      onClose={close}
      title={t('phone.offer')}
      footer={
        <>
          <Button kind="ghost" grow onClick={close}>
            {t('phone.here')}
          </Button>
          {step === 'ended' && (
            <Button grow onClick={make}>
              {t('qr.again')}
            </Button>
          )}
        </>
      }
    >
      <div className={`stack ${styles.body}`}>
        {failure !== null && (
          <ErrorBlock title={t('goods.failed')} onRetry={make}>
            {failureMessage(t, failure, configs)}
          </ErrorBlock>
        )}
        {failure === null && (
          <>
            <p role="status">
              <b className={styles.title}>{t(title)}</b> {t(text)}
              {step === 'failed' && ` ${t('payment.not_charged')}`}
            </p>
            {step === 'waiting' && (
              <Code
                link={link?.link ?? null}
                endsAt={link?.ends_at ?? null}
                order={followed?.order}
              />
            )}
          </>
        )}
      </div>
    </Sheet>
  );
}

type Step = 'waiting' | 'opened' | 'paying' | 'failed' | 'ended';

const TEXTS: Readonly<Record<Step, readonly [MessageId, MessageId]>> = {
  waiting: ['phone.scan', 'phone.how'],
  opened: ['phone.opened', 'phone.how'],
  paying: ['phone.paying', 'phone.paying_text'],
  failed: ['phone.failed', 'phone.failed_text'],
  ended: ['qr.ended', 'phone.ended_text'],
};

function stepOf(followed: Followed | null): Step {
  if (followed === null) return 'waiting';
  const { state, order } = followed;
  if (order.state === 'waiting') return 'paying';
  if (state !== 'opened') return state;
  return order.state === 'failed' ? 'failed' : 'opened';
}

function Code(props: {
  readonly link: string | null;
  readonly endsAt: number | null;
  readonly order: OrderView | undefined;
}) {
  const { link, endsAt, order } = props;
  const t = useText();
  const money = useMoney();
  const project = useProject();
  if (link === null || endsAt === null || !order) {
    return <Skeleton height="calc(var(--u) * 8)" />;
  }
  // In the fragment, which no server, proxy or log sees.
  const address = `${window.location.origin}${paths.mallCheckout(project)}#phone=${link}`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      toast(t('phone.copied'));
    } catch {
      // A browser may forbid it; the address can still be selected.
    }
  }

  return (
    <div className={styles.code}>
      <QrPicture className={styles.picture} text={address} label={t('qr.picture')} />
      <div className={styles.facts}>
        <b className={`num ${styles.sum}`}>{money(order.total)}</b>
        <span className="muted">
          {order.role.name} · {order.role.server_name}
        </span>
        <span className={styles.left}>
          <span className="muted">{t('qr.left')}</span>
          <Countdown endsAtMs={endsAt} nowMs={serverNow} />
        </span>
        <Button kind="ghost" size="small" onClick={() => void copy()}>
          {t('phone.copy')}
        </Button>
      </div>
      <code className={styles.address} dir="ltr" translate="no">
        {address}
      </code>
    </div>
  );
}
