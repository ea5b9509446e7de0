import { formatDuration, formatUnit } from '../../i18n/format-duration.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { countdownBoxes, countdownParts } from './countdown-rules.ts';
import { cx } from '../cx.ts';
import styles from './Countdown.module.css';
import { useLeftMs } from './use-left.ts';

/** "3d 14 22 09", a box each; in running text it is ui/TimeLeft.tsx. */
export function Countdown(props: {
  readonly endsAtMs: number;
  /** The server's clock: ms since the epoch. */
  readonly nowMs: () => number;
  /** Called once when it reaches zero. */
  readonly onEnd?: () => void;
}) {
  const t = useText();
  const lang = useLang();
  const leftMs = useLeftMs(props.endsAtMs, props.nowMs, props.onEnd);
  const parts = countdownParts(leftMs);
  // Readers hear it in minutes: what they read changes once a minute at most.
  const minutesLeft = Math.ceil(leftMs / 60_000) * 60_000;

  return (
    <span className={cx(styles.countdown, parts.isUrgent && styles.urgent)} role="timer">
      <span className="sr-only" suppressHydrationWarning>
        {parts.isOver
          ? t('ui.ended')
          : t('ui.ends_in', { time: formatDuration(minutesLeft, lang) })}
      </span>
      <span className={styles.boxes} aria-hidden="true" aria-live="off">
        {parts.days > 0 && (
          <span suppressHydrationWarning>{formatUnit(parts.days, 'day', lang)}</span>
        )}
        {countdownBoxes(parts).map((digits, index, all) => (
          // A box is its place: the seconds are always the last.
          <b key={all.length - index} suppressHydrationWarning>
            {digits}
          </b>
        ))}
      </span>
    </span>
  );
}
