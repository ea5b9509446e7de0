import {
  PERMISSIONS,
  permissionsOf,
  type ConsoleRole,
  type Permission,
} from '@webpay/contract/console/permissions';
import type { SIGN_IN_WAYS } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../context.ts';
import type { AuditEntry } from '../audit/append-audit.ts';

export type SignedInBy = (typeof SIGN_IN_WAYS)[number];

/** A signed-in operator, by one of the operator's sessions; or a script, by its token. */
export type Operator = {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly ConsoleRole[];
  /** Those of a script's token, which has no role. */
  readonly permissions?: readonly Permission[];
  /** Codes; empty: all. */
  readonly projects: readonly string[];
  readonly sessionId: string;
  readonly signedInBy: SignedInBy;
  /** False: by a link or a company account alone. Such a session reads; one of a link adds the first passkey. */
  readonly hasSecondFactor: boolean;
  readonly sessionEndsAt: Date;
};

/** Whether a script calls, by its token; else a person does. */
export function isScript({ permissions }: Pick<Operator, 'permissions'>): boolean {
  return permissions !== undefined;
}

/** The caller, as the audit log records it. */
export type Client = {
  readonly address: string;
  readonly agent: string;
  readonly requestId: string;
};

/** An expected refusal: status of the answer, code for programs, sentence for the person. */
export type Refused = {
  readonly refused: {
    readonly status: number;
    readonly code: string;
    readonly detail: string;
    /** 403: the permission that is missing. */
    readonly permission?: Permission;
    readonly retryAfterS?: number;
  };
};

/** `token` is the session's, for the cookie. It is stored nowhere. */
export type SignedIn = { readonly token: string; readonly operator: Operator };

export function refused(status: number, code: string, detail: string): Refused {
  return { refused: { status, code, detail } };
}

const ROLE_NAMES: Readonly<Record<ConsoleRole, string>> = {
  support: 'support',
  liveops: 'live-ops',
  finance: 'finance',
  admin: 'admins',
  auditor: 'auditors',
};
const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** The refusal of an operator without a permission; null: the operator has it. */
export function missingPermission(
  { roles, permissions = [] }: Pick<Operator, 'roles' | 'permissions'>,
  permission: Permission,
): Refused | null {
  if (permissionsOf(roles).includes(permission) || permissions.includes(permission)) return null;
  const all = LIST.format(PERMISSIONS[permission].map((role) => ROLE_NAMES[role]));
  const detail = `Only ${all} may do this (${permission}). Ask an admin.`;
  return { refused: { status: 403, code: 'not_permitted', permission, detail } };
}

/** A refusal that ends after a time. */
export function refusedFor(waitMs: number): Refused {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1_000));
  const detail = 'There were too many wrong tries from here. Wait, then try again.';
  return { refused: { status: 429, code: 'too_many_tries', detail, retryAfterS } };
}

type Step = Pick<AuditEntry, 'action'> &
  Partial<Omit<AuditEntry, 'at' | 'operator' | 'operatorId' | 'sessionId'>>;

/** The audit entry of a step: `who` did it, or tried to; null: an unknown person. */
export function entryOf(
  { clock }: Pick<Ctx, 'clock'>,
  who: {
    readonly id: string | null;
    readonly name: string;
    readonly sessionId?: string | null;
  } | null,
  from: Client,
  step: Step,
): AuditEntry {
  return {
    permission: null,
    objectKind: null,
    objectId: null,
    project: null,
    reason: '',
    detail: null,
    outcome: 'done',
    ...from,
    ...step,
    at: clock.real(),
    operator: who?.name ?? '',
    operatorId: who?.id ?? null,
    sessionId: who?.sessionId ?? null,
  };
}
