import { useEffect, useState } from 'react';

/** Whether the browser has drawn the page since `what` last changed. */
export function useDrawn(what: unknown): boolean {
  const [drawn, setDrawn] = useState<{ readonly what: unknown } | null>(null);
  useEffect(() => afterPicture(() => setDrawn({ what })), [what]);
  return drawn !== null && drawn.what === what;
}

/** Calls `run` when the next picture is there. Returns how to call it off. */
export function afterPicture(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A frame's own callbacks run before it is drawn, the next task after.
  const frame = requestAnimationFrame(() => (timer = setTimeout(run)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
