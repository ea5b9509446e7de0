import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { onSessionEnd } from './session.ts';

/**
 * One cache for the pages that share goods, prices and ways to pay. The client of api/ has its own
 * second try on another host and says itself when there is no network, so nothing is retried here.
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
