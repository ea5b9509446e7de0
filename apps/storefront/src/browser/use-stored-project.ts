import { useSyncExternalStore } from 'react';
import { storage } from './storage.ts';

const never = () => () => {};

/** R21's stored project; null while the page is still as the server rendered it. */
export function useStoredProject(): string | null {
  return useSyncExternalStore(
    never,
    () => storage.read('project'),
    () => null,
  );
}
