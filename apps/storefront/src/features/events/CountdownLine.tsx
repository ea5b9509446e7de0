import { serverNow } from '../../api/call.ts';
import { formatDuration } from '../../i18n/format-duration.ts';
import type { Lang } from '../../i18n/languages.ts';
import { type MessageId, useLang, useText } from '../../i18n/text.tsx';
import { countdownBoxes, countdownParts } from '../../ui/Countdown/countdown-rules.ts';
import { cx } from '../../ui/cx.ts';
import { useLeftMs } from '../../ui/Countdown/use-left.ts';
import styles from './CountdownLine.module.css';

/** Marks the time while the sentence is split around it. */
const PLACE = '\u0000';

/** Sentence with a running time: "New in 09:57:16". Screen readers get minutes, so that it rarely changes. */
export function CountdownLine(props: {
  /** Contains `{time}`. */
  readonly id: MessageId;
  readonly endsAtMs: number;
  /** Called when the time is up, to refresh the event. */
  readonly onEnd: () => void;
  readonly look?: 'boxes';
}) {
  const t = useText();
  const lang = useLang();
  const leftMs = useLeftMs(props.endsAtMs, serverNow, props.onEnd);
  const parts = countdownParts(leftMs);
  const minutesMs = Math.ceil(leftMs / 60_000) * 60_000;
  const [before = '', after = ''] = t(props.id, { time: PLACE }).split(PLACE);
  return (
    <span role="timer" className={cx(styles.line, 'num')}>
      <span className="sr-only">{t(props.id, { time: formatDuration(minutesMs, lang) })}</span>
      <span aria-hidden="true" className={cx(styles.words, parts.isUrgent && styles.urgent)}>
        {before}
        {props.look ? (
          <span className={styles.boxes}>
            {parts.days > 0 && <b>{formatDuration(parts.days * 86_400_000, lang, 'narrow')}</b>}
            {countdownBoxes(parts).map((digits, index, all) => (
              // Keyed from the end: the seconds are always the last box.
              <b key={all.length - index}>{digits}</b>
            ))}
          </span>
        ) : (
          <b className={styles.time}>{clockOf(leftMs, lang)}</b>
        )}
        {after}
      </span>
    </span>
  );
}

/** "3d 14h", or "09:57:16" within the last day. */
export function clockOf(leftMs: number, lang: Lang): string {
  const parts = countdownParts(leftMs);
  if (parts.days > 0) return formatDuration(leftMs, lang, 'narrow');
  return countdownBoxes(parts).join(':');
}
