import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useEvery } from '../../api/connection.ts';
import { useIsLeft } from '../../api/use-is-left.ts';
import type { OrdersRequest } from './filters.ts';
import { mergeList, type ShownList, showHeld, startList } from './shown-rows.ts';

const PAGE = 50;
/** Room for as many new orders above the shown ones. */
const POLLED = 2 * PAGE;
const POLL_MS = 10_000;
const KEPT_MS = 15 * 60_000;

/**
 * A page of the order list. It is read again when orders move, else every 10 s while the page is seen; rows keep their places.
 * `visit` names the entry of the history: Back finds the rows as they were.
 */
export function useOrders(visit: string, request: OrdersRequest) {
  const client = useQueryClient();
  const isLeft = useIsLeft();
  const everyMs = useEvery(POLL_MS);
  const queryKey = ['orders list', visit, request] as const;
  const query = useQuery<ShownList>({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<ShownList>(queryKey);
      const isFirst = before === undefined || before.isRestart;
      const isNewest = request.after === undefined;
      const limit = String(isFirst || !isNewest ? PAGE : POLLED);
      const answer = await call('orders', { ...request, limit }, { signal });
      const shown = client.getQueryData<ShownList>(queryKey);
      return shown === undefined || isFirst ? startList(answer) : mergeList(shown, answer);
    },
    placeholderData: keepPreviousData,
    refetchInterval: isLeft ? false : everyMs,
    staleTime: POLL_MS,
    gcTime: KEPT_MS,
  });
  return {
    query,
    showNewer: (): void => {
      client.setQueryData<ShownList>(queryKey, (list) => list && showHeld(list));
      void query.refetch({ cancelRefetch: true });
    },
  };
}
