import { useSyncExternalStore } from 'react';
import { usePage } from '../../api/page.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { onSessionChange, userOf } from './session.ts';

/**
 * Returns the logged-in player, or `undefined` until the storage has been read; until then `usePage().known`
 * says which to expect.
 */
export function useSession(): UserInfo | null | undefined {
  const { project } = usePage();
  return useSyncExternalStore<UserInfo | null | undefined>(
    onSessionChange,
    () => (project === null ? null : userOf(project)),
    () => undefined,
  );
}
