import type { UserInfo } from '../../browser/storage.ts';
import { logIn, userOf } from './session.ts';

/** What ends a session at the server; home itself stays small without it. */
export const logOutScript = () => import('./log-out.ts');

/**
 * Another session takes the place of the one before, which ends at the server as by a log-out. The shop's other tabs have
 * one player with this one (S12) and go on as the new one from here on, so none is left that would use the old session;
 * what they were paying needs none.
 */
export function enter(project: string, user: UserInfo): void {
  const before = userOf(project);
  logIn(project, user);
  if (before !== null) void endUnlessUsed(project, before.user_token);
}

/** Ends a session that nobody goes on with. Where the script does not come, it ends unused, by its age. */
export async function endUnlessUsed(project: string, userToken: string): Promise<void> {
  if (userOf(project)?.user_token === userToken) return;
  const script = await logOutScript().catch(() => null);
  await script?.endAtServer(userToken);
}
