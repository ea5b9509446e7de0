import { useEffect } from 'react';
import { setConnection, useConnection } from '../api/connection.ts';
import { Note } from '../ui/Note/Note.tsx';
import { clockText } from '../ui/Time/time-text.ts';
import styles from './Shell.module.css';

/** Says since when the console or the network is away; the page keeps what it shows. */
export function NotConnected() {
  const connection = useConnection();
  useEffect(() => {
    const lost = (): void => setConnection({ state: 'lost', since: Date.now() });
    const back = (): void => setConnection({ state: 'polling' });
    if (!navigator.onLine) lost();
    window.addEventListener('offline', lost);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', back);
    };
  }, []);
  if (connection.state !== 'lost') return null;
  return (
    <div className={styles['notice']}>
      <Note tone="yellow" role="alert">
        <strong className="strong">Not connected since {clockText(connection.since)} UTC.</strong>{' '}
        What you see is of then, and no step can be done.
      </Note>
    </div>
  );
}
