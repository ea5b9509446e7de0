import type { Role } from '@webpay/contract/calls';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { type Lookup, lookupOf } from './lookup.ts';

/** Pause after the last key before an ID is looked up. */
const SETTLE_MS = 500;

/** Values beside the ID; empty where not entered. */
export type Entered = {
  readonly pwd: string;
  readonly v_code: string;
  readonly v_code_md5: string;
};

const IDLE: Lookup = { state: 'idle' };
const CHECKING: Lookup = { state: 'checking' };

/** Looks a character up as soon as the ID is complete; `null` until then (F01). */
export function useLookup(wanted: Pick<Role, 'pr_id' | 'server_id' | 'cid'> | null) {
  const key = wanted ? `${wanted.pr_id}/${wanted.server_id}/${wanted.cid}` : null;
  const [done, setDone] = useState<{ readonly key: string; readonly lookup: Lookup } | null>(null);
  const [retry, setRetry] = useState<{ readonly round: number } & Partial<Entered>>({ round: 0 });

  const { pr_id = '', server_id = '', cid = '' } = wanted ?? {};
  useEffect(() => {
    if (key === null) return;
    const gone = new AbortController();
    // A found character's session begins when it is confirmed, so a dropped look-up leaves nothing to end.
    const settle = (lookup: Lookup) => {
      if (!gone.signal.aborted) setDone({ key, lookup });
    };
    const { round, ...entered } = retry;
    // The player may yet stay: a session that stands ends when the new one is confirmed.
    const fields = { pr_id, server_id, cid, keep_session: '1', ...entered } as const;
    const look = () =>
      call('role', fields, { signal: gone.signal }).then(
        (result) => settle(lookupOf(result)),
        (failure: unknown) => settle({ state: 'failed', failure }),
      );
    const timer = setTimeout(() => void look(), round === 0 ? SETTLE_MS : 0);
    return () => {
      clearTimeout(timer);
      gone.abort();
      setDone(null);
    };
  }, [key, pr_id, server_id, cid, retry]);

  // Another ID resets a repeat that was requested for the previous one.
  const [askedKey, setAskedKey] = useState(key);
  if (askedKey !== key) {
    setAskedKey(key);
    if (retry.round !== 0) setRetry({ round: 0 });
  }

  const again = useCallback((entered: Partial<Entered> = {}) => {
    setRetry(({ round }) => ({ round: round + 1, ...entered }));
  }, []);

  const settled = done !== null && done.key === key ? done.lookup : CHECKING;
  return { lookup: key === null ? IDLE : settled, again };
}
