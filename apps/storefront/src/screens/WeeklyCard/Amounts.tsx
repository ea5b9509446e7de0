import type { EventItem } from '../../features/events/Rewards.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useLang } from '../../i18n/text.tsx';
import styles from './WeeklyCard.module.css';

/** Shows the counts; the pictures above and hidden text name the items. */
export function Amounts({ items }: { readonly items: readonly EventItem[] }) {
  const lang = useLang();
  return items.map(({ name, count }) => (
    <b key={name} className={`num ${styles.amount}`}>
      {formatNumber(count, lang)}
      <span className="sr-only"> {name}</span>
    </b>
  ));
}
