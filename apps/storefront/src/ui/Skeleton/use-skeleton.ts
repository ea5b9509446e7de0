import { useEffect, useState } from 'react';

const WAIT_MS = 150;
const STAY_MS = 300;

/** True after 150 ms of loading, then for at least 300 ms, against flicker. */
export function useSkeleton(loading: boolean): boolean {
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (loading === shown) return;
    const timer = setTimeout(() => setShown(loading), loading ? WAIT_MS : STAY_MS);
    return () => clearTimeout(timer);
  }, [loading, shown]);

  return shown;
}
