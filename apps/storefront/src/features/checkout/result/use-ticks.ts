import { useEffect, useState } from 'react';

const BETWEEN_MS = 400;

/** Counts up to `wanted`, one step every 400 ms. Steps done before the page opened show at once. */
function useShownSteps(wanted: number): number {
  const [shown, setShown] = useState(wanted);
  useEffect(() => {
    if (shown >= wanted) return;
    const timer = setTimeout(() => setShown(shown + 1), BETWEEN_MS);
    return () => clearTimeout(timer);
  }, [shown, wanted]);
  return shown;
}
