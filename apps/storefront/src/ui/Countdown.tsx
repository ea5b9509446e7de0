import { useEffect, useRef, useState } from 'react';
import { formatDuration, formatUnit } from '../i18n/format.ts';
import { useLang, useText } from '../i18n/text.tsx';
import { countdownBoxes, countdownParts, msToNextTick } from './countdown-rules.ts';
import { cx } from './cx.ts';
import styles from './Countdown.module.css';

export type CountdownProps = {
  readonly endsAtMs: number;
  /** The server's clock: ms since the epoch. */
  readonly nowMs: () => number;
  /** Called once when it reaches zero. */
  readonly onEnd?: () => void;
  /** boxes: "3d 14 22 09". short: "3d 14h" in running text. */
  readonly look?: 'boxes' | 'short';
};

export function Countdown(props: CountdownProps) {
  const { endsAtMs, nowMs, look = 'boxes' } = props;
  const t = useText();
  const lang = useLang();
  const leftMs = useLeftMs(endsAtMs, nowMs, props.onEnd);
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
      <span className={styles[look]} aria-hidden="true" aria-live="off">
        {look === 'short' ? (
          <span suppressHydrationWarning>{formatDuration(leftMs, lang, 'narrow')}</span>
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

/** Ticks with the seconds of the server's clock and stops at zero. */
function useLeftMs(endsAtMs: number, nowMs: () => number, onEnd?: () => void): number {
  const [leftMs, setLeftMs] = useState(() => endsAtMs - nowMs());
  const latest = useRef({ nowMs, onEnd });
  useEffect(() => {
    latest.current = { nowMs, onEnd };
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function tick() {
      const left = endsAtMs - latest.current.nowMs();
      setLeftMs(left);
      if (left > 0) timer = setTimeout(tick, msToNextTick(left));
      else latest.current.onEnd?.();
    }
    tick();
    return () => clearTimeout(timer);
  }, [endsAtMs]);

  return leftMs;
}
