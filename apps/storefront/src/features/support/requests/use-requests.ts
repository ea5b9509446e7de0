import type { Resolution } from '@webpay/contract/calls';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import type { RequestList } from './request-rules.ts';
import { isMoving } from './request-view.ts';

/** While one of them may change: an operator takes hours, the money and the mail seconds. */
const REFRESH_MS = 15_000;

export type Requests = {
  /** null: not known (yet). */
  readonly list: RequestList | null;
  /** Why not. */
  readonly failure: unknown;
  readonly isAsking: boolean;
  /** Asks again; null where no answer came. What was known stays. */
  readonly look: () => Promise<RequestList | null>;
  /** One that has just been filed, before the list is asked again. */
  readonly note: (request: Resolution) => void;
};

/** F17: what this character asked to be put right, asked again for as long as something may change. */
export function useRequests(): Requests {
  const [list, setList] = useState<RequestList | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isAsking, setIsAsking] = useState(false);
  const gone = useRef<AbortController | null>(null);
  // An answer that was overtaken must not undo a newer one.
  const round = useRef(0);

  async function look(): Promise<RequestList | null> {
    const stop = gone.current;
    if (stop === null) return null;
    const mine = (round.current += 1);
    setIsAsking(true);
    try {
      const got = await call('resolutionList', {}, { background: true, signal: stop.signal });
      if (mine === round.current) {
        setList(got);
        setFailure(null);
      }
      return got;
    } catch (problem) {
      if (mine === round.current && !stop.signal.aborted) setFailure(problem);
      return null;
    } finally {
      if (mine === round.current && !stop.signal.aborted) setIsAsking(false);
    }
  }

  function note(request: Resolution): void {
    round.current += 1;
    setIsAsking(false);
    setList((known) => ({
      requests: [
        request,
        ...(known?.requests.filter(({ request_id: id }) => id !== request.request_id) ?? []),
      ],
      left_this_year: 0,
    }));
  }

  const lookNow = useEffectEvent(() => void look());
  useEffect(() => {
    gone.current = new AbortController();
    lookNow();
    const seen = () => {
      if (document.visibilityState === 'visible') lookNow();
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      gone.current?.abort();
      gone.current = null;
    };
  }, []);

  const mayChange = list?.requests.some(isMoving) === true;
  useEffect(() => {
    if (!mayChange) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') lookNow();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [mayChange]);

  return { list, failure: list === null ? failure : null, isAsking, look, note };
}
