import { useState } from 'react';
import { serverNow } from '../../../api/call.ts';
import { formatWait } from '../../../i18n/format-duration.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { useLeftMs } from '../../../ui/Countdown/use-left.ts';

/** Counts a pause down, so that the time stays true while the page is open. */
export function Pause({ ms }: { readonly ms: number }) {
  const t = useText();
  const lang = useLang();
  const [endsAtMs] = useState(() => serverNow() + ms);
  const leftMs = useLeftMs(endsAtMs, serverNow);
  // A timer is read with its alert; its changes are not announced.
  return <p role="timer">{leftMs > 0 && t('payment.wait', { time: formatWait(leftMs, lang) })}</p>;
}
