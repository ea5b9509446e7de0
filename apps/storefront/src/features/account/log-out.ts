import { CODES } from '@webpay/contract/codes';
import { call } from '../../api/call.ts';
import { refusedWith } from '../../api/failure.ts';
import { endSession, userOf } from './session.ts';

/** Delay before the second attempt when the browser reports a network. */
const TRY_AGAIN_MS = 30_000;

/**
 * Logs out at once in every tab, whatever the network does, and at the server once it is reachable.
 * The cart and open payments stay on the server.
 */
export function logOut(project: string): void {
  const user = userOf(project);
  if (user === null) return;
  void endAtServer(user.user_token);
  endSession(project, true);
}

/**
 * Ends the session at the server, with one more attempt once the network is back; otherwise it expires by age.
 * The token is never stored for a later attempt: that would leave the session to the phone's next user.
 */
export async function endAtServer(userToken: string): Promise<void> {
  const end = () => call('logout', {}, { userToken, background: true, keepalive: true });
  try {
    await end();
  } catch (failure) {
    if (refusedWith(failure, CODES.NO_SESSION)) return;
    await networkAgain();
    await end().catch(() => {});
  }
}

function networkAgain(): Promise<unknown> {
  return new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, TRY_AGAIN_MS);
    else window.addEventListener('online', resolve, { once: true });
  });
}
