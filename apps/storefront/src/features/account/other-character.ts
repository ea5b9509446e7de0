import type { Role } from '@webpay/contract/calls';
import { tell, userOf } from './session.ts';
import { useSession } from './use-session.ts';

/** The server names no ID to anybody but the character's own player. */
type Character = Pick<Role, 'server_id'> & { readonly cid?: string | undefined };

export function isSameCharacter(one: Character, other: Character): boolean {
  return one.cid === other.cid && one.server_id === other.server_id;
}

/** Who the player is now, where another tab has logged somebody else in; else null. */
export function useOtherCharacter(role: Character): Role | null {
  const user = useSession();
  return user && !isSameCharacter(user.role, role) ? user.role : null;
}

/** The same in the moment before money may move; every screen hears of it. */
export function isSomebodyElse(project: string, role: Character): boolean {
  const user = userOf(project);
  const isElse = user !== null && !isSameCharacter(user.role, role);
  if (isElse) tell();
  return isElse;
}
