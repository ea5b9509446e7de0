import { useEffect, useState } from 'react';

/** Keeps something rendered for `exitMs` after `open` went false, so that it can leave. */
export function usePresence(open: boolean, exitMs: number): boolean {
  const [present, setPresent] = useState(open);
  if (open && !present) setPresent(true);

  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => setPresent(false), exitMs);
    return () => clearTimeout(timer);
  }, [open, exitMs]);

  return open || present;
}
