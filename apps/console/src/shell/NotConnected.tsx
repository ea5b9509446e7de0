import { useEffect, useState } from 'react';
import { setConnection, useConnection } from '../api/connection.ts';
import { useIsLeft } from '../api/use-is-left.ts';
import { Note } from '../ui/Note/Note.tsx';
import { clockText } from '../ui/Time/time-text.ts';
import styles from './Shell.module.css';

/** Says since when the page is left, or the console or the network is away; the page keeps what it shows. */
export function NotConnected() {
  const connection = useConnection();
  const isLeft = useIsLeft();
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
  if (isLeft) return <Paused />;
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

function Paused() {
  const [since] = useState(Date.now);
  return (
    <div className={styles['notice']}>
      <Note tone="grey" role="status">
        <strong className="strong">Paused since {clockText(since)} UTC</strong>, after ten minutes
        without use. Move the pointer or press a key to see what is new.
      </Note>
    </div>
  );
}
