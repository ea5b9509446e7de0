import type { Action, ActionKind, ActionSeed } from '@webpay/contract/console/actions';
import type { Draft } from './draft.ts';

/** Steps of the staff screen, from their seed and what was typed. */

type StaffKind =
  | 'invite_operator'
  | 'change_roles'
  | 'reset_operator'
  | 'remove_operator'
  | 'restore_operator';
type Typed = Pick<Draft, 'name' | 'roles' | 'projects'>;

export const hasRoles = (kind: ActionKind): boolean =>
  kind === 'invite_operator' || kind === 'change_roles';

/** The field that is still to be filled, in a sentence; null: none. */
export function missingOfOperator(kind: ActionKind, { name, roles }: Typed): string | null {
  if (kind === 'invite_operator' && name.trim() === '') return 'Type the name.';
  return hasRoles(kind) && roles.length === 0 ? 'Choose a role.' : null;
}

export function operatorStepOf(
  { kind, operator_id }: ActionSeed & { readonly kind: StaffKind },
  draft: Typed,
  because: string,
): Action | null {
  const rights = { roles: [...draft.roles], projects: [...draft.projects] };
  if (kind === 'invite_operator') return { kind, name: draft.name.trim(), ...rights, because };
  if (operator_id === undefined) return null;
  if (kind === 'change_roles') return { kind, operator_id, ...rights, because };
  return { kind, operator_id, because };
}
