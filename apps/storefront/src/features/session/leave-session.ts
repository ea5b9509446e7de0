import { call } from '../../api/call.ts';
import { endSession, userOf } from './session.ts';

/** Log-out: here at once, and at the server whether or not it answers. */
export function leaveSession(project: string): void {
  const user = userOf(project);
  if (user === null) return;
  call('logout', {}, { userToken: user.user_token, background: true }).catch(() => undefined);
  endSession(project);
}
