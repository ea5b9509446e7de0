import { formatDuration } from '../../i18n/format-duration.ts';
import { type MessageId, useLang, useText } from '../../i18n/text.tsx';
import { cx } from '../cx.ts';
import styles from './TimeLeft.module.css';
import { useLeftMs } from './use-left.ts';

/** Shows "3d 14h" in running text; screen readers hear "ends in 3 days 14 hours". */
export function TimeLeft(props: {
  readonly endsAtMs: number;
  /** Returns the server's time in ms since the epoch. */
  readonly nowMs: () => number;
  readonly onEnd?: () => void;
  /** Visible sentence with `{time}`. */
  readonly says?: MessageId | undefined;
}) {
  const { says } = props;
  const t = useText();
  const lang = useLang();
  const leftMs = useLeftMs(props.endsAtMs, props.nowMs, props.onEnd);
  const short = formatDuration(leftMs, lang, 'narrow');
  // Changes once a minute at most for screen readers.
  const minutes = formatDuration(Math.ceil(leftMs / 60_000) * 60_000, lang);

  return (
    <span className={cx('num', styles.left, leftMs < 3_600_000 && styles.urgent)} role="timer">
      <span className="sr-only" suppressHydrationWarning>
        {leftMs === 0 ? t('ui.ended') : t(says ?? 'ui.ends_in', { time: minutes })}
      </span>
      <span aria-hidden="true" suppressHydrationWarning>
        {says ? t(says, { time: short }) : short}
      </span>
    </span>
  );
}
