import { useEffect, useState } from 'react';

/** Whether the browser has painted since `what` last changed. */
export function useDrawn(what: unknown): boolean {
  const [drawn, setDrawn] = useState<{ readonly what: unknown } | null>(null);
  useEffect(() => afterPaint(() => setDrawn({ what })), [what]);
  return drawn !== null && drawn.what === what;
}

/** Calls `run` after the next paint. @returns a function that cancels it */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Frame callbacks run before the paint, the next task runs after it.
  const frame = requestAnimationFrame(() => (timer = setTimeout(run)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
