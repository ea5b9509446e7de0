import { formatDuration } from '../../i18n/format-duration.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { countdownBoxes, countdownParts } from './countdown-rules.ts';
import { cx } from '../cx.ts';
import styles from './Countdown.module.css';
import { useLeftMs } from './use-left.ts';

/** Shows "3d 14 22 09" in boxes; TimeLeft.tsx is for running text. */
export function Countdown(props: {
  readonly endsAtMs: number;
  /** Returns the server's time in ms since the epoch. */
  readonly nowMs: () => number;
  readonly onEnd?: () => void;
}) {
  const t = useText();
  const lang = useLang();
  const leftMs = useLeftMs(props.endsAtMs, props.nowMs, props.onEnd);
  const parts = countdownParts(leftMs);
  // Changes once a minute at most for screen readers.
  const minutesLeft = Math.ceil(leftMs / 60_000) * 60_000;

  return (
    <span className={cx('num', styles.countdown, parts.isUrgent && styles.urgent)} role="timer">
      <span className="sr-only" suppressHydrationWarning>
        {parts.isOver
          ? t('ui.ended')
          : t('ui.ends_in', { time: formatDuration(minutesLeft, lang) })}
      </span>
      <span className={styles.boxes} aria-hidden="true" aria-live="off">
        {parts.days > 0 && (
          <span suppressHydrationWarning>
            {formatDuration(parts.days * 86_400_000, lang, 'narrow')}
          </span>
        )}
        {countdownBoxes(parts).map((digits, index, all) => (
          // A box is its place from the end: the seconds are last.
          <b key={all.length - index} suppressHydrationWarning>
            {digits}
          </b>
        ))}
      </span>
    </span>
  );
}
