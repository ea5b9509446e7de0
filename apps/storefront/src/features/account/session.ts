import { dropCookie, setCookie } from '../../browser/cookies.ts';
import { createListeners } from '../../browser/listeners.ts';
import { storage, type UserInfo } from '../../browser/storage.ts';

/**
 * The logged-in player, one for each project (S12). The browser's storage is the source; the cookie `known=1` only tells
 * the server's renderer that a session exists.
 */

const changes = createListeners();
/** `isLogOut`: a deliberate log-out; otherwise the same player is likely to return (S07). */
const ends = createListeners<[isLogOut: boolean]>();
const endsElsewhere = createListeners();

export const onEndElsewhere = endsElsewhere.listen;
/** Registers a clean-up for session data held in memory (query cache, retained pages). */
export const onSessionEnd = ends.listen;
/** Also called by a tab that notices a change before the browser's event reaches it. */
export const notifyListeners = changes.notify;

// useSyncExternalStore needs the same object while nothing changes.
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
  // A switch of character discards this tab's open checkout of another character.
  const left = storage.read('checkout', project);
  if (left?.cid !== cid || left.server_id !== server_id) storage.forget('checkout', project);
  setKnownCookie(project, true);
  notifyListeners();
}

/** Removes the session from storage and memory (S07 and log-out). */
export function endSession(project: string, isLogOut = false): void {
  if (isLogOut) storage.clearCharacter(project);
  else storage.clearSession(project);
  setKnownCookie(project, false);
  ends.notify(isLogOut);
  notifyListeners();
}

/** Ends the session here when another tab ends it, unless the player has logged in again since. */
export function followOtherTabs(project: string): void {
  window.addEventListener('storage', ({ key }) => {
    if (!storage.isChanged(key, 'user', project) || userOf(project) !== null) return;
    // An end without log-out keeps the last character for the next visit.
    endSession(project, storage.read('lastCharacter', project) === null);
    endsElsewhere.notify();
  });
}

export function onSessionChange(listener: () => void): () => void {
  const forget = changes.listen(listener);
  // Another tab logged in or out.
  window.addEventListener('storage', listener);
  return () => {
    forget();
    window.removeEventListener('storage', listener);
  };
}

/** Aligns the cookie with the storage: either may have been lost. */
export function repairKnownCookie(project: string, known: boolean): void {
  const has = userOf(project) !== null;
  if (has !== known) setKnownCookie(project, has);
}

function setKnownCookie(project: string, known: boolean): void {
  if (known) setCookie('known', '1', `/${project}`);
  else dropCookie('known', `/${project}`);
}
