import type { CallResult } from '@webpay/contract/calls';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../api/call.ts';

type ServerList =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: unknown }
  | {
      readonly state: 'ready';
      readonly regions: CallResult<'regions'>;
      readonly servers: CallResult<'servers'>;
    };

/** Loads regions and servers (C03, C04). */
export function useServers(): readonly [ServerList, () => void] {
  const [list, setList] = useState<ServerList>({ state: 'loading' });
  const [round, setRound] = useState(0);

  useEffect(() => {
    const gone = new AbortController();
    const options = { signal: gone.signal };
    Promise.all([call('regions', {}, options), call('servers', {}, options)]).then(
      ([regions, servers]) => setList({ state: 'ready', regions, servers }),
      (failure: unknown) => {
        if (!gone.signal.aborted) setList({ state: 'failed', failure });
      },
    );
    return () => gone.abort();
  }, [round]);

  const retry = useCallback(() => {
    setList({ state: 'loading' });
    setRound((before) => before + 1);
  }, []);
  return [list, retry];
}
