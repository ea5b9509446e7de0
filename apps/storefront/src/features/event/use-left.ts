import { useEffect, useEffectEvent, useState } from 'react';
import { serverNow } from '../../api/call.ts';
import { msToNextTick } from '../../ui/countdown-rules.ts';

/** How long is left by the server's clock; ticks with its seconds, and says so when it is over. */
export function useLeftMs(endsAtMs: number, onEnd: () => void): number {
  const [nowMs, setNowMs] = useState(serverNow);
  const tell = useEffectEvent(() => onEnd());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function tick(): void {
      const now = serverNow();
      setNowMs(now);
      if (now < endsAtMs) timer = setTimeout(tick, msToNextTick(endsAtMs - now));
      else tell();
    }
    tick();
    return () => clearTimeout(timer);
  }, [endsAtMs]);
  return Math.max(0, endsAtMs - nowMs);
}
