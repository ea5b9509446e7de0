import { useEffect, useState } from 'react';

const BETWEEN_MS = 400;

/**
 * Counts up to `wanted`, one every 400 ms, so that steps are seen to happen. What is behind us
 * when the page opens is not played again: the headline has said it already.
 */
export function useTicks(wanted: number): number {
  const [shown, setShown] = useState(wanted);
  useEffect(() => {
    if (shown >= wanted) return;
    const timer = setTimeout(() => setShown(shown + 1), BETWEEN_MS);
    return () => clearTimeout(timer);
  }, [shown, wanted]);
  return shown;
}
