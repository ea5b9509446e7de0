import { useState } from 'react';
import { cx } from '../../ui/cx.ts';
import styles from './FadingPrice.module.css';

/** Fades a changed price in; the old one stays visible, dimmed, until the new one arrives. */
export function FadingPrice({ text }: { /** null: loading. */ readonly text: string | null }) {
  const [shown, setShown] = useState<{ readonly now: string; readonly before: string | null }>({
    now: text ?? '…',
    before: null,
  });
  if (text !== null && text !== shown.now) setShown({ now: text, before: shown.now });
  return (
    <span className={cx(styles.both, text === null && styles.waiting)}>
      <span key={shown.now} className={shown.before === null ? undefined : styles.new}>
        {shown.now}
      </span>
      {shown.before !== null && (
        <span
          key={`${shown.before} gone`}
          aria-hidden="true"
          className={styles.old}
          onAnimationEnd={() => setShown({ now: shown.now, before: null })}
        >
          {shown.before}
        </span>
      )}
    </span>
  );
}
