import { IconBolt } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './Gate.module.css';
import { clockText } from '../ui/Time/time-text.ts';

/** The page outside of the console. */
export function Gate({
  title,
  subtitle,
  isWide = false,
  children,
}: {
  readonly title: string;
  readonly subtitle: ReactNode;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    document.title = `${title} · Console`;
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, [title]);
  return (
    <div className={styles['gate']}>
      <header className={styles['art']}>
        <p className={styles['brand']}>
          <span className={styles['mark']} aria-hidden="true">
            <IconBolt size={15} />
          </span>
          WebPay <span className={styles['product']}>Console</span>
        </p>
        <div className={styles['lead']}>
          <p className={styles['claim']}>From a pasted number to the cause in ten seconds.</p>
          <p>Every purchase on one page: its history, its cause, its next step.</p>
        </div>
        <time className={styles['clock']}>{clockText(now)} UTC</time>
      </header>
      <main className={styles['side']}>
        <div className={styles['content']} data-wide={isWide || undefined}>
          <div>
            <h1>{title}</h1>
            <p className="muted">{subtitle}</p>
          </div>
          {children}
        </div>
      </main>
    </div>
  );
}
