import { isOwnPath } from '@webpay/contract/addresses';
import { useId } from 'react';
import { serverNow } from '../../api/call.ts';
import { useText } from '../../i18n/text.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { LazyImage } from '../../ui/LazyImage/LazyImage.tsx';
import { letters } from '../../ui/word-width.ts';
import { TimeLeft } from '../../ui/Countdown/TimeLeft.tsx';
import { EventBadge, NOTICE_TEXTS, type ShownEvent } from '../events/shown-events.tsx';
import { Link } from '../../router/Link.tsx';
import styles from './Activities.module.css';

type ActivitiesProps = {
  readonly events: readonly ShownEvent[];
  /** Called when an event begins or ends. */
  readonly onEnd?: () => void;
  /** Replaces the link while nobody is logged in: asks for the character. */
  readonly onPress?: () => void;
};

/** Running and upcoming events in a row that scrolls. */
export default function Activities({ events, onEnd, onPress }: ActivitiesProps) {
  const t = useText();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('home.happening')}
      </h2>
      <ul className={styles.row}>
        {events
          .filter(({ path }) => isOwnPath(path))
          .map((event) => (
            <li key={event.id} className={styles.event}>
              {onPress ? (
                <button type="button" onClick={onPress}>
                  <Face event={event} onEnd={onEnd} />
                </button>
              ) : (
                <Link to={event.path}>
                  <Face event={event} onEnd={onEnd} />
                </Link>
              )}
            </li>
          ))}
      </ul>
    </section>
  );
}

function Face(props: {
  readonly event: ShownEvent;
  readonly onEnd: ActivitiesProps['onEnd'] | undefined;
}) {
  const t = useText();
  const { event } = props;
  const onEnd = () => props.onEnd?.();
  return (
    <>
      <LazyImage className={styles.picture} src={event.banner} alt="" width={600} height={224} />
      <span className={styles.text}>
        <b style={letters(event.title)}>{event.title}</b>
        <span>{event.notice ? t(NOTICE_TEXTS[event.notice]) : event.tagline}</span>
      </span>
      <span className={styles.time}>
        <Icon name="clock" />
        <TimeLeft
          endsAtMs={event.isComing ? event.starts_at : event.ends_at}
          nowMs={serverNow}
          onEnd={onEnd}
          says={event.isComing ? 'event.starts_in' : undefined}
        />
      </span>
      <EventBadge event={event} className={styles.badge} />
    </>
  );
}
