import type { Resolution } from '@webpay/contract/calls';
import type { ResolutionKind } from '@webpay/contract/money-back';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import type { RequestList } from './request-rules.ts';
import { isMoving } from './request-view.ts';

/** Refresh interval while a request may change. */
const REFRESH_MS = 15_000;

export type Requests = ReturnType<typeof useRequests>;

/** The help sheet: its order, the chosen kind of request, and whether the sheet is open. */
export type Help = {
  readonly orderId: string;
  readonly kind: ResolutionKind | null;
  readonly isOpen: boolean;
};

/** Requests of this character, refreshed while one may change (F17). */
export function useRequests() {
  // Kept here, because a turned phone shows the order in another place of the page.
  const [help, setHelp] = useState<Help | null>(null);
  /** null: unknown yet. */
  const [list, setList] = useState<RequestList | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isAsking, setIsAsking] = useState(false);
  const gone = useRef<AbortController | null>(null);
  // An overtaken answer must not undo a newer one.
  const round = useRef(0);

  /** Refreshes the list; null without an answer, which keeps the known list. */
  async function look(): Promise<RequestList | null> {
    const stop = gone.current;
    if (stop === null) return null;
    const own = (round.current += 1);
    setIsAsking(true);
    try {
      const answer = await call('resolutionList', {}, { background: true, signal: stop.signal });
      if (own === round.current) {
        setList(answer);
        setFailure(null);
      }
      return answer;
    } catch (problem) {
      if (own === round.current && !stop.signal.aborted) setFailure(problem);
      return null;
    } finally {
      if (own === round.current && !stop.signal.aborted) setIsAsking(false);
    }
  }

  /** Adds a request that was just filed. */
  function note(request: Resolution): void {
    round.current += 1;
    setIsAsking(false);
    setList((known) => {
      const others = known?.requests.filter((each) => each.request_id !== request.request_id);
      return { requests: [request, ...(others ?? [])], left_this_year: 0 };
    });
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

  return { list, failure: list === null ? failure : null, isAsking, look, note, help, setHelp };
}
