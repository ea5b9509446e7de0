import { useSyncExternalStore } from 'react';
import { usePage } from '../../api/page.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { onSessionChange, userOf } from './session.ts';

/**
 * The player who is logged in. `undefined` while the page is still as the server rendered it and
 * the storage has not been read; then `usePage().known` says which of both to expect.
 */
export function useSession(): UserInfo | null | undefined {
  const { project } = usePage();
  return useSyncExternalStore<UserInfo | null | undefined>(
    onSessionChange,
    () => (project === null ? null : userOf(project)),
    () => undefined,
  );
}
