import { dropCookie, setCookie } from '../../browser/cookies.ts';
import { storage, type UserInfo } from '../../browser/storage.ts';

/**
 * Who is logged in, one player a project (S12). The truth is the browser's storage; the cookie
 * `known=1` only tells the server's renderer that there is somebody.
 */

type Listener = () => void;
const listeners = new Set<Listener>();
/** `isLogOut`: the player has left for good; else the same one is likely to come back (S07). */
type CleanUp = (isLogOut: boolean) => void;
const cleanUps = new Set<CleanUp>();
const followers = new Set<Listener>();

// useSyncExternalStore wants the same object as long as nothing changed.
let lastRead: { readonly text: string; readonly user: UserInfo | null } | null = null;

export function userOf(project: string): UserInfo | null {
  const user = storage.read('user', project);
  const text = project + JSON.stringify(user);
  if (lastRead?.text !== text) lastRead = { text, user };
  return lastRead.user;
}

export function logIn(project: string, user: UserInfo): void {
  storage.write('user', user, project);
  const { pr_id, server_id, cid } = user.role;
  storage.write('lastCharacter', { pr_id, server_id, cid }, project);
  // What this tab was about to buy for somebody else is given up with the switch.
  const left = storage.read('checkout', project);
  if (left?.cid !== cid || left.server_id !== server_id) storage.forget('checkout', project);
  setKnownCookie(project, true);
  tell();
}

/** S07 and log-out: nothing of this session stays, neither in storage nor in memory. */
export function endSession(project: string, isLogOut = false): void {
  if (isLogOut) storage.clearCharacter(project);
  else storage.clearSession(project);
  setKnownCookie(project, false);
  for (const cleanUp of cleanUps) cleanUp(isLogOut);
  tell();
}

/** Called when another tab has ended the session. */
export function onEndElsewhere(listener: Listener): () => void {
  followers.add(listener);
  return () => followers.delete(listener);
}

/** What another tab ends is over here as well. Whoever has come in again since then stays. */
export function followOtherTabs(project: string): void {
  window.addEventListener('storage', ({ key }) => {
    if (!storage.isChanged(key, 'user', project) || userOf(project) !== null) return;
    // An end that is no log-out leaves who it was, for the next time.
    endSession(project, storage.read('lastCharacter', project) === null);
    for (const follower of followers) follower();
  });
}

/** Whoever holds data of a session in memory (query cache, kept pages) drops it here. */
export function onSessionEnd(cleanUp: CleanUp): () => void {
  cleanUps.add(cleanUp);
  return () => cleanUps.delete(cleanUp);
}

export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  // Another tab logged in or out.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The cookie follows what is stored: it may have been lost, or storage cleared. */
export function repairKnownCookie(project: string, known: boolean): void {
  const has = userOf(project) !== null;
  if (has !== known) setKnownCookie(project, has);
}

function setKnownCookie(project: string, known: boolean): void {
  if (known) setCookie('known', '1', `/${project}`);
  else dropCookie('known', `/${project}`);
}

/** Also for a tab that finds out before the browser's event has reached it. */
export function tell(): void {
  for (const listener of listeners) listener();
}
