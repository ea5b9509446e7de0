import { useEffect, useEffectEvent, useState } from 'react';

/** A clock that was ahead is put back by the very answer that was asked for too early: then there is time left again. */
const LOOKS_AGAIN_MS = 1_000;

/**
 * How long is left, in ms; ticks with the seconds of the clock it is given, and says so when it is over,
 * once more if that was too early.
 * @param nowMs the server's clock: ms since the epoch
 */
export function useLeftMs(endsAtMs: number, nowMs: () => number, onEnd?: () => void): number {
  const [leftMs, setLeftMs] = useState(() => endsAtMs - nowMs());
  const read = useEffectEvent(nowMs);
  const tell = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isTold = false;
    function tick(): void {
      const left = Math.max(0, endsAtMs - read());
      setLeftMs(left);
      timer = setTimeout(tick, left > 0 ? msToNextTick(left) : LOOKS_AGAIN_MS);
      if (left === 0 && !isTold) tell();
      isTold = left === 0;
    }
    tick();
    return () => clearTimeout(timer);
  }, [endsAtMs]);
  return Math.max(0, leftMs);
}

/** Until the shown number changes: the rest of the running second. */
export function msToNextTick(leftMs: number): number {
  return (leftMs % 1000) + 1;
}
