import type { Role } from '@webpay/contract/calls';
import { notifyListeners, userOf } from './session.ts';
import { useSession } from './use-session.ts';

/** The server names a character's ID only to its own player. */
type Character = Pick<Role, 'server_id'> & { readonly cid?: string | undefined };

export function isSameCharacter(one: Character, other: Character): boolean {
  return one.cid === other.cid && one.server_id === other.server_id;
}

/** Returns the current character if another tab has logged in a different one; else null. */
export function useOtherCharacter(role: Character): Role | null {
  const user = useSession();
  return user && !isSameCharacter(user.role, role) ? user.role : null;
}

/** Checks the same just before money may move and updates every screen. */
export function isOtherCharacter(project: string, role: Character): boolean {
  const user = userOf(project);
  const isOther = user !== null && !isSameCharacter(user.role, role);
  if (isOther) notifyListeners();
  return isOther;
}
