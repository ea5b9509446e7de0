import { isOwnPath } from '@webpay/contract/addresses';
import { useText } from '../../i18n/text.tsx';
import { cx } from '../../ui/cx.ts';
import { LazyImage } from '../../ui/LazyImage/LazyImage.tsx';
import { EventBadge, NOTICE_TEXTS, promoOf, type ShownEvent } from '../events/shown-events.tsx';
import { Link } from '../../router/Link.tsx';
import styles from './EventPromo.module.css';

/** Promoted event in a strip above the goods (R07). */
export function EventPromo({ events }: { readonly events: readonly ShownEvent[] }) {
  const t = useText();
  const event = promoOf(events.filter(({ path }) => isOwnPath(path)));
  if (event === undefined) return null;
  return (
    <Link className={styles.promo} to={event.path}>
      <LazyImage
        key={event.id}
        className={cx('fit', styles.picture)}
        src={event.banner}
        alt=""
        width={600}
        height={224}
        eager
      />
      <span className={styles.text}>
        <b>{event.title}</b>
        <span>{event.notice ? t(NOTICE_TEXTS[event.notice]) : event.tagline}</span>
      </span>
      <EventBadge event={event} className={styles.badge} />
    </Link>
  );
}
