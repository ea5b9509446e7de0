import { useEffect, useEffectEvent, useState } from 'react';

/** Retry after zero: the answer of an early request may set a fast clock back. */
const RECHECK_MS = 1_000;

/**
 * Returns the time left in ms, on each second of the given clock. Calls `onEnd` at zero, again if
 * that was too early.
 * @param nowMs the server's clock: ms since the epoch
 */
export function useLeftMs(endsAtMs: number, nowMs: () => number, onEnd?: () => void): number {
  const [leftMs, setLeftMs] = useState(() => endsAtMs - nowMs());
  const read = useEffectEvent(nowMs);
  const end = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isReported = false;
    function tick(): void {
      const left = Math.max(0, endsAtMs - read());
      setLeftMs(left);
      timer = setTimeout(tick, left > 0 ? msToNextTick(left) : RECHECK_MS);
      if (left === 0 && !isReported) end();
      isReported = left === 0;
    }
    tick();
    return () => clearTimeout(timer);
  }, [endsAtMs]);
  return Math.max(0, leftMs);
}

/** Returns the ms until the shown number changes. */
export function msToNextTick(leftMs: number): number {
  return (leftMs % 1000) + 1;
}
