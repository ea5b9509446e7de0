import { useEffect, useEffectEvent, useState } from 'react';

/**
 * How long is left, in ms; ticks with the seconds of the clock it is given, and says so when it is over.
 * @param nowMs the server's clock: ms since the epoch
 */
export function useLeftMs(endsAtMs: number, nowMs: () => number, onEnd?: () => void): number {
  const [leftMs, setLeftMs] = useState(() => endsAtMs - nowMs());
  const read = useEffectEvent(nowMs);
  const tell = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function tick(): void {
      const left = endsAtMs - read();
      setLeftMs(left);
      if (left > 0) timer = setTimeout(tick, msToNextTick(left));
      else tell();
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
