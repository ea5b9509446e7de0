import { useEffect, useState } from 'react';
import styles from './Said.module.css';

const SHOWN_MS = 2000;

/** Says the result of a key that has no button. */
export function useSaid() {
  const [said, setSaid] = useState<{ readonly text: string; readonly at: number } | null>(null);
  useEffect(() => {
    if (said === null) return undefined;
    const timer = window.setTimeout(() => setSaid(null), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [said]);
  return {
    said: (
      <p role="status" className={styles['said']}>
        {said?.text}
      </p>
    ),
    copy: (text: string): void => {
      navigator.clipboard.writeText(text).then(
        () => setSaid({ text: `Copied: ${text}`, at: Date.now() }),
        () => setSaid({ text: 'The browser refused to copy', at: Date.now() }),
      );
    },
  };
}
