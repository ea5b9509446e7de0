import { useSyncExternalStore } from 'react';
import { storage } from './storage.ts';

const never = () => () => {};

/** R21's stored project; null during server rendering and hydration. */
export function useStoredProject(): string | null {
  return useSyncExternalStore(
    never,
    () => storage.read('project'),
    () => null,
  );
}
