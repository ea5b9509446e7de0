import type { Role } from '@webpay/contract/calls';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { useProject } from '../../api/page.tsx';
import { endUnlessUsed } from '../account/enter.ts';
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
  const project = useProject();
  const key = wanted ? `${wanted.pr_id}/${wanted.server_id}/${wanted.cid}` : null;
  const [done, setDone] = useState<{ readonly key: string; readonly lookup: Lookup } | null>(null);
  const [retry, setRetry] = useState<{ readonly round: number } & Partial<Entered>>({ round: 0 });

  const { pr_id = '', server_id = '', cid = '' } = wanted ?? {};
  useEffect(() => {
    if (key === null) return;
    const gone = new AbortController();
    let found = IDLE;
    const settle = (lookup: Lookup) => {
      if (gone.signal.aborted) return;
      found = lookup;
      setDone({ key, lookup });
    };
    const { round, ...entered } = retry;
    const look = () =>
      call('role', { pr_id, server_id, cid, ...entered }, { signal: gone.signal }).then(
        (result) => settle(lookupOf(result)),
        (failure: unknown) => settle({ state: 'failed', failure }),
      );
    const timer = setTimeout(() => void look(), round === 0 ? SETTLE_MS : 0);
    return () => {
      clearTimeout(timer);
      gone.abort();
      setDone(null);
      // The look-up opened a session that remains unused.
      if (found.state === 'found') void endUnlessUsed(project, found.found.user_token);
    };
  }, [project, key, pr_id, server_id, cid, retry]);

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
