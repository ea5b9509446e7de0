import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while the page is still as the server rendered it, which knows no fragment and no storage. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
