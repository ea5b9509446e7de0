import {
  keepPreviousData,
  QueryClient,
  useQuery,
  useSuspenseQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { ConsoleRequest, ConsoleResult } from '@webpay/contract/console/calls';
import type { OperationName } from '@webpay/contract/console/operations';
import { call } from './call.ts';
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
};

/** Reads an operation. The rows of the former input stay until those of the new one arrive. */
export function useCall<N extends OperationName>(
  name: N,
  input: ConsoleRequest<N>,
  { everyMs, isEnabled = true }: Options = {},
): UseQueryResult<ConsoleResult<N>> {
  const isLeft = useIsLeft();
  return useQuery<ConsoleResult<N>>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isLeft ? false : (everyMs ?? false),
    enabled: isEnabled,
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
