import type { Action, ActionKind } from '@webpay/contract/console/actions';
import type { ActionSeed } from '@webpay/contract/console/action-seed';
import { TOKEN_DAYS } from '@webpay/contract/console/tokens';
import type { Draft } from './draft.ts';

/** Steps of the staff screen, from their seed and what was typed. */

type StaffKind =
  | 'invite_operator'
  | 'change_roles'
  | 'reset_operator'
  | 'remove_operator'
  | 'restore_operator'
  | 'make_token'
  | 'end_token';
type Typed = Pick<Draft, 'name' | 'roles' | 'projects' | 'permissions' | 'days'>;

export const hasRoles = (kind: ActionKind): boolean =>
  kind === 'invite_operator' || kind === 'change_roles';

/** The field that is still to be filled, in a sentence; null: none. */
export function missingOfOperator(kind: ActionKind, draft: Typed): string | null {
  const { name, roles } = draft;
  const isNew = kind === 'invite_operator' || kind === 'make_token';
  if (isNew && name.trim() === '') return 'Type the name.';
  if (kind === 'make_token') {
    if (draft.permissions.length === 0) return 'Choose a permission.';
    if (daysOf(draft) === null) {
      return `Type a number of days from ${TOKEN_DAYS.least} to ${TOKEN_DAYS.most}.`;
    }
  }
  return hasRoles(kind) && roles.length === 0 ? 'Choose a role.' : null;
}

/** Days as typed; null: no such number. */
function daysOf({ days }: Pick<Draft, 'days'>): number | null {
  const count = /^\d{1,3}$/.test(days.trim()) ? Number(days) : 0;
  return count >= TOKEN_DAYS.least && count <= TOKEN_DAYS.most ? count : null;
}

export function operatorStepOf(
  { kind, operator_id, token_id }: ActionSeed & { readonly kind: StaffKind },
  draft: Typed,
  because: string,
): Action | null {
  const rights = { roles: [...draft.roles], projects: [...draft.projects] };
  if (kind === 'invite_operator') return { kind, name: draft.name.trim(), ...rights, because };
  if (kind === 'make_token') {
    const { permissions, projects } = draft;
    const days = daysOf(draft);
    const name = draft.name.trim();
    return days === null
      ? null
      : { kind, name, permissions: [...permissions], projects: [...projects], days, because };
  }
  if (kind === 'end_token') return token_id === undefined ? null : { kind, token_id, because };
  if (operator_id === undefined) return null;
  if (kind === 'change_roles') return { kind, operator_id, ...rights, because };
  return { kind, operator_id, because };
}
