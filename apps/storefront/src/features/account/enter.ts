import type { UserInfo } from '../../browser/storage.ts';
import { logIn, userOf } from './session.ts';

/** Loads the server-side log-out on demand, which keeps home small. */
export const logOutScript = () => import('./log-out.ts');

/**
 * Replaces the previous session, which ends at the server as by a log-out. Other tabs share one player (S12) and follow,
 * so none still uses the old session; open payments need none.
 */
export function enter(project: string, user: UserInfo): void {
  const before = userOf(project);
  logIn(project, user);
  if (before !== null) void endUnlessUsed(project, before.user_token);
}

/** Ends an unused session at the server. If the script fails to load, the session expires by age. */
export async function endUnlessUsed(project: string, userToken: string): Promise<void> {
  if (userOf(project)?.user_token === userToken) return;
  const script = await logOutScript().catch(() => null);
  await script?.endAtServer(userToken);
}
