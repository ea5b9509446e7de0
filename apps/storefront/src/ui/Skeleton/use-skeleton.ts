import { useEffect, useState } from 'react';

const WAIT_MS = 150;
const STAY_MS = 300;

/**
 * Whether to show the skeleton: not for what is there within 150 ms, and then for 300 ms at least,
 * so that nothing flickers.
 */
export function useSkeleton(loading: boolean): boolean {
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (loading === shown) return;
    const timer = setTimeout(() => setShown(loading), loading ? WAIT_MS : STAY_MS);
    return () => clearTimeout(timer);
  }, [loading, shown]);

  return shown;
}
