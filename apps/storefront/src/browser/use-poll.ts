import { useEffect, useEffectEvent, useRef } from 'react';

/** Pause after a lost answer; doubles with each further one. */
const LOST_MS = 2_000;
const LONGEST_LOST_MS = 15_000;
/** After this time, pauses grow with it: fewer than 80 questions in a tab left open for a day. */
const SLOW_AFTER_MS = 180_000;
const SLOW_SHARE = 1 / 12;

/**
 * Asks at once, after each pause that `ask` returns, and when the tab is seen again; null ends it.
 * `onLost` returns whether asking again can help. Asks nothing while `key` is null.
 * @returns asks now
 */
export function usePoll(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<number | null>,
  onLost: (problem: unknown, lost: number) => boolean = () => true,
): () => void {
  const now = useRef<() => void>(() => undefined);
  const work = useEffectEvent(ask);
  const mayHelp = useEffectEvent(onLost);

  useEffect(() => {
    if (key === null) return;
    const startedAt = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    let current = new AbortController();
    let lost = 0;

    async function poll() {
      clearTimeout(timer);
      // An overtaken answer must not undo a newer one.
      current.abort();
      current = new AbortController();
      const { signal } = current;
      let pause: number | null;
      try {
        pause = await work(signal);
        lost = 0;
      } catch (problem) {
        if (signal.aborted) return;
        lost += 1;
        pause = mayHelp(problem, lost)
          ? Math.min(LOST_MS * 2 ** (lost - 1), LONGEST_LOST_MS)
          : null;
      }
      if (signal.aborted || pause === null) return;
      const waited = Date.now() - startedAt;
      timer = setTimeout(
        () => void poll(),
        waited < SLOW_AFTER_MS ? pause : Math.max(pause, waited * SLOW_SHARE),
      );
    }

    // Timers pause in hidden tabs, so a return from the bank's app polls at once.
    function seen() {
      if (document.visibilityState === 'visible') void poll();
    }

    now.current = () => void poll();
    void poll();
    document.addEventListener('visibilitychange', seen);
    return () => {
      current.abort();
      clearTimeout(timer);
      now.current = () => undefined;
      document.removeEventListener('visibilitychange', seen);
    };
  }, [key]);

  return () => now.current();
}
