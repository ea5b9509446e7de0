import type { CallResult } from '@webpay/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { type EventNews, withNews } from './news.ts';

/** The page is there and has been looked at: time for what stands on its edges. */
const SETTLED_MS = 600;

/** F11: the events that run with what waits in them for this player; nothing of the page waits for that. */
export function useEventNews(
  user: UserInfo | undefined,
  activities: CallResult<'productLists'>['activities'],
): readonly EventNews[] {
  const isSettled = useSettled();
  const role = user?.role;
  const news = useQuery({
    queryKey: ['events', role?.server_id, role?.cid],
    queryFn: ({ signal }) => call('activityList', {}, { signal, background: true }),
    enabled: isSettled && user !== undefined && activities.length > 0,
    // Whoever comes back from an event has claimed what waited there.
    refetchOnMount: 'always',
  });
  return withNews(activities, news.data);
}

function useSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
