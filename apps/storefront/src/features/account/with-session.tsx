import type { ComponentType } from 'react';
import type { UserInfo } from '../../browser/storage.ts';
import { QueryProvider } from './query.tsx';
import { useSession } from './use-session.ts';

/**
 * Gives a screen its session and the query cache. Without a session it renders nothing, because
 * the guard is already on its way home (R22).
 */
export function withSession(Screen: ComponentType<{ readonly user: UserInfo }>): ComponentType {
  return function SessionScreen() {
    const user = useSession();
    return user ? (
      <QueryProvider>
        <Screen user={user} />
      </QueryProvider>
    ) : null;
  };
}
