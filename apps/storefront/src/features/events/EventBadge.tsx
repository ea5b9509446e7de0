import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { cx } from '../../ui/cx.ts';
import styles from './EventBadge.module.css';
import type { ShownEvent } from './shown-events.ts';

/** What waits at an event: "2 ready" on its banner, the number alone in a list; "!" for a reminder. */
export function EventBadge(props: { readonly event: ShownEvent; readonly inList?: boolean }) {
  const t = useText();
  const lang = useLang();
  const { badge, ready = 0 } = props.event;
  if (!badge) return null;
  const words = ready > 0 ? t('cumulation.ready', { count: ready }) : t('event.badge');
  const isWhole = ready > 0 && !props.inList;
  return (
    <span className={cx('num', styles.badge, props.inList ? styles.inList : styles.onBanner)}>
      {!isWhole && <span aria-hidden="true">{ready > 0 ? formatNumber(ready, lang) : '!'}</span>}
      <span className={isWhole ? undefined : 'sr-only'}>{words}</span>
    </span>
  );
}
