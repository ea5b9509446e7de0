import type { CallResult } from '@webpay/contract/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import type { CallFields } from '../../api/client.ts';
import { useConfigs } from '../../api/page.tsx';
import { toastFailure } from '../support/code-message.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';

/** The calls that tell how an event stands. */
type InfoCall = 'bargainInfo' | 'cumulationInfo' | 'cardInfo';

/** What a page knows of its event. */
export type EventState<Info> = {
  readonly info: Info | undefined;
  readonly failure: unknown;
  readonly isFetching: boolean;
  /** Asks the server how it stands now. */
  readonly refresh: () => void;
  /** Another call has answered with how it stands now. */
  readonly put: (info: Info) => void;
};

/** How the event of a kind stands for this player, asked anew at every visit. */
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
      // What was asked before the change would bring the old state back.
      void queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, info);
    },
  };
}

export type EventAction<Info> = {
  /** Which one is under way: 'claim sign_in'. */
  readonly running: string | null;
  /** @returns how the event stands after it, or null where it was refused, lost, or pressed twice */
  readonly run: (name: string, work: () => Promise<Info>) => Promise<Info | null>;
};

/** One change at a time. What was refused is told, and the page then shows what is so. */
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
