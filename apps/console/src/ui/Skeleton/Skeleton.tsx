import { useEffect, useState } from 'react';
import styles from './Skeleton.module.css';

const DELAY_MS = 150;

/** Grey bars of the content's height, after 150 ms: a fast answer shows none. */
export function Skeleton({
  rows = 8,
  look = 'rows',
}: {
  readonly rows?: number;
  readonly look?: 'rows' | 'text';
}) {
  const isShown = useDelayed(DELAY_MS);
  return (
    <div className={styles['skeleton']} data-look={look} data-shown={isShown || undefined}>
      <span role="status" className="sr-only">
        {isShown ? 'Loading' : ''}
      </span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles['row']} aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}

/** True once this long has passed. */
export function useDelayed(ms: number): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsOver(true), ms);
    return () => window.clearTimeout(timer);
  }, [ms]);
  return isOver;
}
