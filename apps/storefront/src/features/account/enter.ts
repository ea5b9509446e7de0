import type { UserInfo } from '../../browser/storage.ts';
import { logIn, userOf } from './session.ts';

/** Loads the server-side log-out on demand, which keeps home small. */
export const logOutScript = () => import('./log-out.ts');

/**
 * Logs in and ends the previous session at the server, as a log-out does. Other tabs switch to the new session (S12),
 * so none still uses the old one. Open payments need no session.
 */
export function enter(project: string, user: UserInfo): void {
  const before = userOf(project);
  logIn(project, user);
  if (before !== null && before.user_token !== user.user_token) void endBefore(before.user_token);
}

/** If the script fails to load, the server ends the session with the first call of the next one. */
async function endBefore(userToken: string): Promise<void> {
  const script = await logOutScript().catch(() => null);
  await script?.endAtServer(userToken);
}
