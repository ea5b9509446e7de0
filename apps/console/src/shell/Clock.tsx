import { useEffect, useState } from 'react';
import { clockText } from '../ui/Time/time-text.ts';

/** The clock of the console: all its times are UTC. */
export function Clock() {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return <time className="num nowrap">{clockText(now)} UTC</time>;
}
