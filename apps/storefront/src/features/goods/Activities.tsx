import { useId } from 'react';
import { Link } from 'react-router';
import { serverNow } from '../../api/call.ts';
import { useText } from '../../i18n/text.tsx';
import { isOwnPath } from '../../paths.ts';
import { Countdown } from '../../ui/Countdown.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LazyImage } from '../../ui/LazyImage.tsx';
import styles from './Activities.module.css';
import type { GoodsList } from './queries.ts';

type Activity = GoodsList['activities'][number];

/** The events that run now, the next one peeking in; only what the server says. */
export function Activities(props: {
  readonly activities: readonly Activity[];
  readonly onEnd: () => void;
}) {
  const t = useText();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('home.happening')}
      </h2>
      <ul className={styles.row}>
        {props.activities
          .filter(({ path }) => isOwnPath(path))
          .map((activity) => (
            <li key={activity.id} className={styles.event}>
              <Link to={activity.path}>
                <LazyImage className={styles.picture} src={activity.banner} alt="" />
                <span className={styles.text}>
                  <b>{activity.title}</b>
                </span>
                <span className={styles.time}>
                  <Icon name="clock" />
                  <Countdown
                    look="short"
                    endsAtMs={activity.ends_at}
                    nowMs={serverNow}
                    onEnd={props.onEnd}
                  />
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}
