import type { CallResult } from '@webpay/contract/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import type { CallFields } from '../../api/client.ts';
import { useConfigs } from '../../api/page.tsx';
import { toastFailure } from '../support/code-message.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';

type InfoCall = 'bargainInfo' | 'cumulationInfo' | 'cardInfo';

export type EventState<Info> = {
  readonly info: Info | undefined;
  readonly failure: unknown;
  readonly isFetching: boolean;
  readonly refresh: () => void;
  /** Stores the newer state from another call's answer. */
  readonly put: (info: Info) => void;
};

/** Event of a kind for this player, refetched at every visit. */
export function useEvent<N extends InfoCall>(
  name: N,
  user: UserInfo,
  fields: CallFields<N>,
): EventState<CallResult<N>> {
  const queries = useQueryClient();
  const { server_id, cid } = user.role;
  const queryKey = ['event', name, server_id, cid, fields];
  const query = useQuery<CallResult<N>>({
    queryKey,
    queryFn: ({ signal }) => call(name, fields, { signal, userToken: user.user_token }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  return {
    info: query.data,
    failure: query.error,
    isFetching: query.isFetching,
    refresh: () => void query.refetch({ cancelRefetch: true }),
    put(info) {
      // An earlier fetch in flight would bring the old state back.
      void queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, info);
    },
  };
}

export type EventAction<Info> = {
  /** Name of the running action: 'claim sign_in'. */
  readonly running: string | null;
  /** @returns the event afterwards; null when refused, lost or already running */
  readonly run: (name: string, work: () => Promise<Info>) => Promise<Info | null>;
};

/** Runs one change at a time. A failure shows a toast and refreshes the event. */
export function useEventAction<Info>(event: EventState<Info>): EventAction<Info> {
  const t = useText();
  const configs = useConfigs();
  const [running, setRunning] = useState<string | null>(null);
  const isRunning = useRef(false);
  return {
    running,
    async run(name, work) {
      if (isRunning.current) return null;
      isRunning.current = true;
      setRunning(name);
      try {
        const info = await work();
        event.put(info);
        return info;
      } catch (failure) {
        toastFailure(t, failure, configs);
        event.refresh();
        return null;
      } finally {
        isRunning.current = false;
        setRunning(null);
      }
    },
  };
}
