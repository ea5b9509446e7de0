import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { onSessionEnd } from './session.ts';

/**
 * One cache for all pages. Nothing is retried here: the client of api/ already retries on another host
 * and reports a missing network.
 */
const client = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: 20_000, refetchOnReconnect: true },
  },
});

onSessionEnd(() => client.clear());

export function QueryProvider({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
