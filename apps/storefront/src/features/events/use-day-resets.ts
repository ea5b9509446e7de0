import { serverNow } from '../../api/call.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';

const DAY_MS = 86_400_000;

/** Tells when the shop's day (UTC) ends, in the player's own time zone. */
export function useDayResets(): string {
  const t = useText();
  const lang = useLang();
  const next = (Math.floor(serverNow() / DAY_MS) + 1) * DAY_MS;
  return t('event.day_resets', { time: formatDate(next, lang, 'time') });
}
