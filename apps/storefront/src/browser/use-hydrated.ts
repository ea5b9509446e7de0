import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False during server rendering and hydration, which know no fragment and no storage. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
