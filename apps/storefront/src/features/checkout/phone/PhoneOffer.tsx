import type { Money } from '@webpay/contract/money';
import { lazy, Suspense, useState } from 'react';
import { mediaHook } from '../../../browser/media-hook.ts';
import type { UserInfo } from '../../../browser/storage.ts';
import { useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { sameMoney } from '../../goods/money.ts';
import { opensAtOnce } from '../payment/queries.ts';
import type { WaysToPay } from '../payment/use-ways.ts';
import { savedOf } from '../saved/saved-cards.ts';

// Loaded on the press.
const PhoneDialog = lazy(() => import('./PhoneDialog.tsx'));

/** A computer: phones and tablets pay where they are. */
const useIsComputer = mediaHook('(min-width: 768px) and (pointer: fine)');

/** "Pay on your phone": the order continues there, by any method, and this page follows it. */
export default function PhoneOffer(props: {
  readonly user: UserInfo;
  readonly ways: WaysToPay;
  readonly total: Money | null;
}) {
  const { ways, total, user } = props;
  const { flow } = ways;
  const t = useText();
  const isComputer = useIsComputer();
  const [isAsked, setIsAsked] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  // Makes an order that moves no money, until the phone chooses how to pay it.
  const maker = ways.channels.find(
    (each) => opensAtOnce(each) && savedOf(each.pay_id) === null && !ways.closed.has(each.pay_id),
  );
  if (!isComputer || !maker || total === null) return null;

  async function begin(isFresh: boolean) {
    const { opened } = flow;
    setIsAsked(true);
    const isSame = !isFresh && opened !== null && total !== null && sameMoney(opened.total, total);
    const order = isSame ? opened : maker && total && (await flow.open(total, maker));
    setIsAsked(false);
    setToken(order?.token ?? null);
  }

  return (
    <div style={{ marginBlockStart: 'var(--s3)' }}>
      <Button
        kind="ghost"
        wide
        busy={isAsked}
        busyLabel={t('payment.preparing')}
        blocked={flow.isPaying || flow.problem !== null ? t('payment.order_failed') : undefined}
        onClick={() => void begin(false)}
      >
        {t('phone.offer')}
      </Button>
      <Suspense fallback={null}>
        {token !== null && (
          <PhoneDialog
            key={token}
            user={user}
            token={token}
            onOrder={flow.showOrder}
            onStale={() => void begin(true)}
            onClose={(wasOpened) => {
              setToken(null);
              // The phone may have left the card form of this page for another method.
              if (wasOpened) ways.retry();
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
