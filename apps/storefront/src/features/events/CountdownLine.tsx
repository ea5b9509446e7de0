import { serverNow } from '../../api/call.ts';
import { formatDuration } from '../../i18n/format-duration.ts';
import type { Lang } from '../../i18n/languages.ts';
import { type MessageId, useLang, useText } from '../../i18n/text.tsx';
import { countdownBoxes, countdownParts } from '../../ui/Countdown/countdown-rules.ts';
import { cx } from '../../ui/cx.ts';
import { useLeftMs } from '../../ui/Countdown/use-left.ts';
import styles from './CountdownLine.module.css';

/** Stands for the time while a sentence is looked for the words around it. */
const PLACE = '\u0000';

/**
 * A sentence with a running time in it: "New in 09:57:16". Readers hear it in minutes, so that what
 * they read changes once a minute at most.
 */
export function CountdownLine(props: {
  /** With `{time}`. */
  readonly id: MessageId;
  readonly endsAtMs: number;
  /** The time has come: the page asks how the event stands. */
  readonly onEnd: () => void;
  readonly look?: 'boxes' | 'plain';
}) {
  const t = useText();
  const lang = useLang();
  const leftMs = useLeftMs(props.endsAtMs, serverNow, props.onEnd);
  const parts = countdownParts(leftMs);
  const minutesMs = Math.ceil(leftMs / 60_000) * 60_000;
  const [before = '', after = ''] = t(props.id, { time: PLACE }).split(PLACE);
  const isBoxes = props.look === 'boxes';
  return (
    <span role="timer" className={cx(styles.line, 'num')}>
      <span className="sr-only">{t(props.id, { time: formatDuration(minutesMs, lang) })}</span>
      <span aria-hidden="true" className={cx(styles.words, parts.isUrgent && styles.urgent)}>
        {before}
        {isBoxes ? (
          <span className={styles.boxes}>
            {parts.days > 0 && <b>{formatDuration(parts.days * 86_400_000, lang, 'narrow')}</b>}
            {countdownBoxes(parts).map((digits, index, all) => (
              // A box is its place: the seconds are always the last.
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

/** "3d 14h", and from the last day on "09:57:16". */
export function clockOf(leftMs: number, lang: Lang): string {
  const parts = countdownParts(leftMs);
  if (parts.days > 0) return formatDuration(leftMs, lang, 'narrow');
  return countdownBoxes(parts).join(':');
}
