import { CODES } from '@webpay/contract/codes';
import { call } from '../../api/call.ts';
import { refusedWith } from '../../api/failure.ts';
import { endSession, userOf } from './session.ts';

/** Where the browser knows of a network and the shop's servers still did not answer. */
const TRY_AGAIN_MS = 30_000;

/**
 * Log-out: here and in the shop's other tabs at once, whatever the network does, and at the server as soon as it can be
 * reached. The cart and what is being paid are the server's and stay as they are.
 */
export function logOut(project: string): void {
  const user = userOf(project);
  if (user === null) return;
  void endAtServer(user.user_token);
  endSession(project, true);
}

/**
 * Tried twice, the second time once there is a network again, which is when a page that waited for it may load itself
 * anew. Where neither arrives, or the tab is closed before, the server's session ends unused, by its age. The token is in
 * nobody's hands by then: it is kept in no storage, also not for a later try, because that would leave the session to
 * whoever uses this phone next.
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
