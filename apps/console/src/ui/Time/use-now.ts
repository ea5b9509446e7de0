import { useSyncExternalStore } from 'react';

/** One clock for all distances of the page, so that they move together. */

const STEP_MS = 10_000;

let now = Date.now();
let timer: number | undefined;
const listeners = new Set<() => void>();

function watch(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = window.setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, STEP_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.clearInterval(timer);
  };
}

/** The present in ms since the epoch, renewed every ten seconds. */
export const useNow = (): number => useSyncExternalStore(watch, () => now);
