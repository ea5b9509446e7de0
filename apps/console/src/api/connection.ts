import { useSyncExternalStore } from 'react';

/**
 * How the page learns of changes. `live`: the server tells them; `polling`: the page asks by itself, because the stream is
 * refused or not open yet; `lost`: the server is not reached since then.
 */
export type Connection =
  | { readonly state: 'live' | 'polling' }
  | { readonly state: 'lost'; readonly since: number };

let connection: Connection = { state: 'polling' };
const listeners = new Set<() => void>();

export function setConnection(next: Connection): void {
  // The first moment of a loss counts.
  if (next.state === connection.state) return;
  connection = next;
  for (const listener of listeners) listener();
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useConnection = (): Connection => useSyncExternalStore(watch, () => connection);

/** A page that is told of changes still asks this often: some states change by time alone. */
const LIVE_MS = 60_000;

/** Ms between repetitions of a read: long while the server tells what moved. */
export function useEvery(ms: number): number {
  return useConnection().state === 'live' ? Math.max(ms, LIVE_MS) : ms;
}

/** The reason why no step can be done now; null: the server is reached. */
export function useLostReason(): string | null {
  return useConnection().state === 'lost' ? 'Not connected: the data may be old.' : null;
}
