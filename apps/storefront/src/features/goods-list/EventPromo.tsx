import { isOwnPath } from '@webpay/contract/addresses';
import { useText } from '../../i18n/text.tsx';
import { LazyImage } from '../../ui/LazyImage/LazyImage.tsx';
import { type EventNews, promoOf } from '../events/news.ts';
import { NOTICE_TEXTS } from '../events/notice-texts.ts';
import { Link } from '../../router/Link.tsx';
import styles from './EventPromo.module.css';

/** One event in a strip above the goods (R07). */
export function EventPromo({ events }: { readonly events: readonly EventNews[] }) {
  const t = useText();
  const event = promoOf(events.filter(({ path }) => isOwnPath(path)));
  if (event === undefined) return null;
  return (
    <Link className={styles.promo} to={event.path}>
      <LazyImage
        key={event.id}
        className={styles.picture}
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
      {event.badge && (
        <span className={styles.badge}>
          <span className="sr-only">{t('event.badge')}</span>
        </span>
      )}
    </Link>
  );
}
