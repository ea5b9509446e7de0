import type { CallResult } from '@webpay/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { type ShownEvent, withPlayerState } from './shown-events.tsx';

/** Delay that leaves the first render undisturbed. */
const SETTLED_MS = 600;

/** Running events with the player's badges; the page does not wait for them (F11). */
export function useShownEvents(
  user: UserInfo | undefined,
  activities: CallResult<'productLists'>['activities'],
): readonly ShownEvent[] {
  const isSettled = useSettled();
  const role = user?.role;
  const list = useQuery({
    queryKey: ['events', role?.server_id, role?.cid],
    queryFn: ({ signal }) => call('activityList', {}, { signal, background: true }),
    enabled: isSettled && user !== undefined && activities.length > 0,
    // A player who returns from an event may have claimed its rewards.
    refetchOnMount: 'always',
  });
  return withPlayerState(activities, list.data);
}

function useSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
