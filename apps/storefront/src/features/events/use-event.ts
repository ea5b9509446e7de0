import type { CallResult } from '@webpay/contract/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import type { CallFields } from '../../api/client.ts';
import { useConfigs } from '../../api/page.tsx';
import { toastFailure } from '../support/code-message.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { useCountry } from '../goods/country.ts';
import { toast } from '../../ui/Toaster/toast.ts';

/** Facts common to events of every kind. */
export type EventFacts = Pick<
  CallResult<'bargainInfo'>,
  'id' | 'title' | 'remind' | 'starts_at' | 'ends_at'
> & { readonly state: string };

/** Phase of an event; a kind may have several states that mean running. */
export function phaseOf({ state }: EventFacts): 'not_started' | 'running' | 'ended' {
  return state === 'not_started' || state === 'ended' ? state : 'running';
}

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

/** Runs one change at a time. A failure shows a toast and refreshes the event. */
export function useEventAction<Info>(event: Pick<EventState<Info>, 'put' | 'refresh'>) {
  const t = useText();
  const configs = useConfigs();
  const [running, setRunning] = useState<string | null>(null);
  const isRunning = useRef(false);

  /** @returns the event afterwards; null when refused, lost or already running */
  async function run(name: string, work: () => Promise<Info>): Promise<Info | null> {
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
  }

  /** `running`: name of the running action, 'claim sign_in'. */
  return { running, run };
}

export type Reminder = ReturnType<typeof useReminder>;

/** Reminder before the event's begin and end (F11). */
export function useReminder<Info extends EventFacts>({ info, put }: EventState<Info>) {
  const t = useText();
  // A failed reminder changes nothing, so the event is not read again.
  const { running, run } = useEventAction<Info>({ put, refresh: () => undefined });
  const [country] = useCountry();

  async function toggle(): Promise<void> {
    if (info === undefined) return;
    const now = await run('remind', async () => {
      const fields = { activity_id: info.id, on: info.remind ? '0' : '1', country } as const;
      return { ...info, remind: (await call('activityRemind', fields)).on };
    });
    if (now) toast(t(now.remind ? 'remind.on' : 'remind.off'));
  }

  return { isOn: info?.remind ?? false, isBusy: running !== null, toggle: () => void toggle() };
}
