import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import styles from './ReadyCount.module.css';
import type { ShownEvent } from './shown-events.tsx';

/** Number of rewards to claim in all events, for the main link to them; absent at zero. */
export function ReadyCount({ events }: { readonly events: readonly ShownEvent[] }) {
  const t = useText();
  const lang = useLang();
  const count = events.reduce((sum, { badge, ready = 0 }) => sum + (badge ? ready : 0), 0);
  if (count === 0) return null;
  return (
    <span className={styles.count} role="img" aria-label={t('cumulation.ready', { count })}>
      {formatNumber(count, lang)}
    </span>
  );
}
