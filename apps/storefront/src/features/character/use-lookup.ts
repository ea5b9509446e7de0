import type { Role } from '@webpay/contract/calls';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Proof } from './access/send-form.ts';
import type { Prove } from './access/use-picture.ts';
import { type Lookup, lookupOf } from './lookup.ts';

/** Pause after the last key before an ID is looked up. */
const SETTLE_MS = 500;

/** Values beside the ID; empty where not entered. */
export type Entered = {
  readonly pwd: string;
  readonly v_code: string;
  readonly prove: Prove | null;
};

/** Values that a repeated look-up brings. */
export type Given = { readonly pwd?: string; readonly proof?: Promise<Proof> };

const IDLE: Lookup = { state: 'idle' };
const CHECKING: Lookup = { state: 'checking' };

/** Looks a character up as soon as the ID is complete; `null` until then (F01). */
export function useLookup(wanted: Pick<Role, 'pr_id' | 'server_id' | 'cid'> | null) {
  const key = wanted ? `${wanted.pr_id}/${wanted.server_id}/${wanted.cid}` : null;
  const [done, setDone] = useState<{ readonly key: string; readonly lookup: Lookup } | null>(null);
  const [retry, setRetry] = useState<{ readonly round: number } & Given>({ round: 0 });

  const { pr_id = '', server_id = '', cid = '' } = wanted ?? {};
  useEffect(() => {
    if (key === null) return;
    const gone = new AbortController();
    // A found character's session begins when it is confirmed, so a dropped look-up leaves nothing to end.
    const settle = (lookup: Lookup) => {
      if (!gone.signal.aborted) setDone({ key, lookup });
    };
    const { round, proof, ...entered } = retry;
    const look = async () => {
      try {
        // The player may still cancel, so the current session ends only when the new one is confirmed.
        const place = { pr_id, server_id, cid, keep_session: '1' } as const;
        const fields = { ...place, ...entered, ...(await proof) };
        settle(lookupOf(await call('role', fields, { signal: gone.signal })));
      } catch (failure) {
        settle({ state: 'failed', failure });
      }
    };
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

  const again = useCallback((given: Given = {}) => {
    setRetry(({ round }) => ({ round: round + 1, ...given }));
  }, []);

  const settled = done !== null && done.key === key ? done.lookup : CHECKING;
  return { lookup: key === null ? IDLE : settled, again };
}
