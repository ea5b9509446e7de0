import {
  keepPreviousData,
  QueryClient,
  useQuery,
  useSuspenseQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { ConsoleRequest, ConsoleResult } from '@webpay/contract/console/calls';
import type { AnsweredName } from '@webpay/contract/console/operations';
import { call } from './call.ts';
import { useEvery } from './connection.ts';
import { CallFailure } from './failure.ts';
import { useIsLeft } from './use-is-left.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      // The shop's own refusals do not change by repetition.
      retry: (count, error) => count < 1 && error instanceof CallFailure && error.status === 0,
    },
  },
});

type Options = {
  /** Ms between repetitions while the page is seen. */
  readonly everyMs?: number;
  readonly isEnabled?: boolean;
  /** Repeats as often while the server tells what moved, too: its answer may be some seconds old. */
  readonly isTimed?: boolean;
  /** The audit log records each read: it is not repeated by itself. */
  readonly isRecorded?: boolean;
};

/** Reads an operation. The rows of the former input stay until those of the new one arrive. */
export function useCall<N extends AnsweredName>(
  name: N,
  input: ConsoleRequest<N>,
  { everyMs, isEnabled = true, isTimed = false, isRecorded = false }: Options = {},
): UseQueryResult<ConsoleResult<N>> {
  const isLeft = useIsLeft();
  const untoldMs = useEvery(everyMs ?? 0);
  const every = isTimed ? (everyMs ?? false) : untoldMs;
  return useQuery<ConsoleResult<N>>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isLeft || everyMs === undefined ? false : every,
    enabled: isEnabled,
    ...(isRecorded && { refetchOnWindowFocus: false, refetchOnReconnect: false }),
  });
}

export type Me = ConsoleResult<'me'>;

export const meQuery = {
  queryKey: ['me', {}],
  queryFn: () => call('me', {}),
  staleTime: 60_000,
};

/** The operator; the shell reads it before it renders a screen. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}
