import { useEffect, useState } from 'react';
import { Note } from '../ui/Note/Note.tsx';
import { clockText } from '../ui/Time/time-text.ts';
import styles from './Shell.module.css';

/** Says since when the computer has no connection; the page keeps what it shows. */
export function NotConnected() {
  const [since, setSince] = useState<number | null>(() => (navigator.onLine ? null : Date.now()));
  useEffect(() => {
    const lost = (): void => setSince(Date.now());
    const back = (): void => setSince(null);
    window.addEventListener('offline', lost);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', back);
    };
  }, []);
  if (since === null) return null;
  return (
    <div className={styles['notice']}>
      <Note tone="yellow" role="alert">
        <strong className="strong">Not connected since {clockText(since)} UTC.</strong> The page
        shows the data of then.
      </Note>
    </div>
  );
}
