import { type ReactNode, useState } from 'react';
import { serverNow } from '../../../api/call.ts';
import { useText } from '../../../i18n/text.tsx';
import { Countdown } from '../../../ui/Countdown/Countdown.tsx';
import { Notice } from '../../../ui/Notice/Notice.tsx';

/** "Your order is kept for 24 31"; reports the end by itself. */
export function RetentionNote(props: {
  readonly expiresAtMs: number;
  /** How to pay meanwhile, where this page cannot. */
  readonly children?: ReactNode;
}) {
  const { expiresAtMs, children } = props;
  const t = useText();
  const [isOver, setIsOver] = useState(false);
  if (isOver) return <Notice role="status">{t('result.kept_over')}</Notice>;
  return (
    <>
      <Notice
        icon="clock"
        end={<Countdown endsAtMs={expiresAtMs} nowMs={serverNow} onEnd={() => setIsOver(true)} />}
      >
        {t('result.kept_for')}
      </Notice>
      {children !== undefined && <Notice>{children}</Notice>}
    </>
  );
}
