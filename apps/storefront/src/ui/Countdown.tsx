import { formatDuration, formatUnit } from '../i18n/format.ts';
import { type MessageId, useLang, useText } from '../i18n/text.tsx';
import { countdownBoxes, countdownParts } from './countdown-rules.ts';
import { cx } from './cx.ts';
import styles from './Countdown.module.css';
import { useLeftMs } from './use-left.ts';

export type CountdownProps = {
  readonly endsAtMs: number;
  /** The server's clock: ms since the epoch. */
  readonly nowMs: () => number;
  /** Called once when it reaches zero. */
  readonly onEnd?: () => void;
  /** boxes: "3d 14 22 09". short: "3d 14h" in running text. */
  readonly look?: 'boxes' | 'short';
  /** With `{time}`: the sentence around a short one. Without it only readers hear one: "ends in …". */
  readonly says?: MessageId;
};

export function Countdown(props: CountdownProps) {
  const { endsAtMs, nowMs, look = 'boxes', says } = props;
  const t = useText();
  const lang = useLang();
  const leftMs = useLeftMs(endsAtMs, nowMs, props.onEnd);
  const parts = countdownParts(leftMs);
  // Readers hear it in minutes: what they read changes once a minute at most.
  const minutesLeft = Math.ceil(leftMs / 60_000) * 60_000;
  const short = () => formatDuration(leftMs, lang, 'narrow');

  return (
    <span className={cx(styles.countdown, parts.isUrgent && styles.urgent)} role="timer">
      <span className="sr-only" suppressHydrationWarning>
        {parts.isOver
          ? t('ui.ended')
          : t(says ?? 'ui.ends_in', { time: formatDuration(minutesLeft, lang) })}
      </span>
      <span className={styles[look]} aria-hidden="true" aria-live="off">
        {look === 'short' ? (
          <span suppressHydrationWarning>{says ? t(says, { time: short() }) : short()}</span>
        ) : (
          <>
            {parts.days > 0 && (
              <span suppressHydrationWarning>{formatUnit(parts.days, 'day', lang)}</span>
            )}
            {countdownBoxes(parts).map((digits, index, all) => (
              // A box is its place: the seconds are always the last.
              <b key={all.length - index} suppressHydrationWarning>
                {digits}
              </b>
            ))}
          </>
        )}
      </span>
    </span>
  );
}
