import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { ConsoleRole } from '@webpay/contract/console/permissions';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { newId } from '../orders/ids.ts';
import { listTokens } from './api-tokens.ts';
import { newCodeSecret } from './one-time-code.ts';
import { entryOf, missingPermission, type Client, type Operator } from './operator.ts';
import {
  dropCredentials,
  dropLinks,
  insertOperator,
  lockStaff,
  saveLink,
  setDisabled,
  setRoles,
  staffList,
} from './queries.ts';
import { LINK_LIFE_MS, nameKey, type LinkKind } from './rules.ts';
import { readSealKey } from '../../platform/seal-key.ts';
import { seal } from '../../platform/seal.ts';
import { endAllSessions } from './session-queries.ts';
import { hashOperatorToken, openAt } from './sessions.ts';

/**
 * Lists operators by name, with the steps of `reader`; null: a command. A project that was removed from the catalogue shows its code.
 */
export async function listStaff(
  ctx: Ctx,
  reader: Pick<Operator, 'roles' | 'projects'> | null,
): Promise<ConsoleResult<'staff'>> {
  const mayWrite =
    reader !== null &&
    missingPermission(reader, 'staff.write') === null &&
    reader.projects.length === 0;
  const rows = await ctx.db.many(staffList, openAt(ctx.clock.real()));
  const items = rows.map(({ created_at, seen_at, ...row }) => ({
    ...row,
    projects: row.projects.map((code) => ({
      code,
      name: ctx.catalogue.project(code)?.name['en'] ?? code,
    })),
    created_at: created_at.getTime(),
    seen_at: seen_at?.getTime() ?? null,
    steps: mayWrite ? stepsOf({ created_at, seen_at, ...row }) : [],
  }));
  return { items, tokens: await listTokens(ctx, mayWrite), may_invite: mayWrite };
}

type Listed = RowOf<typeof staffList>;
type Step = ConsoleResult<'staff'>['items'][number]['steps'][number];

/** A removed operator is let back; another one is changed, reset or removed. */
function stepsOf({ id, is_disabled: isDisabled, roles, projects }: Listed): Step[] {
  const step = (kind: Step['seed']['kind'], text: string, more: object = {}): Step => ({
    seed: { kind, operator_id: id, ...more },
    text,
    why: null,
  });
  if (isDisabled) return [step('restore_operator', 'Let back…')];
  return [
    step('change_roles', 'Roles…', { roles, projects }),
    step('reset_operator', 'Reset…'),
    step('remove_operator', 'Remove…'),
  ];
}

/** The person at the machine who runs a command, as the audit log names it. */
export type CommandUser = { readonly by: string };

/** An operator as a change finds it, and what changes. */
type Changed = {
  readonly id: string;
  readonly name: string;
  readonly before: {
    readonly roles: readonly ConsoleRole[];
    readonly projects: readonly string[];
  } | null;
};
/** A command, whose entry is written here; or a step of the console, which ends the transaction itself. */
type Doer = CommandUser | { readonly finish: (tx: Tx, found: Changed) => Promise<void> };

const COMMAND: Client = { address: '', agent: 'npm run operator', requestId: '' };

export type StaffRefusal = {
  readonly kind: 'refused';
  readonly why:
    | 'name_taken'
    | 'no_such_operator'
    | 'disabled'
    | 'last_admin'
    | 'nothing_to_do'
    | 'changed';
};
type Invited = { readonly kind: 'invited'; readonly address: string; readonly endsAt: Date };
type Done = { readonly kind: 'done' };

/** Creates an operator and a link that lets the person join once. */
export async function inviteOperator(
  ctx: Ctx,
  given: Doer & {
    readonly name: string;
    readonly roles: readonly ConsoleRole[];
    readonly projects: readonly string[];
  },
): Promise<Invited | StaffRefusal> {
  const { name, roles, projects } = given;
  const id = newId(ctx);
  const key = await readSealKey(ctx, 'operator_seal_key');
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock.real();
    const row = { id, name, nameKey: nameKey(name), roles, projects, now };
    if ((await tx.run(insertOperator, row)) === 0) return { kind: 'refused', why: 'name_taken' };
    const link = await makeLink(ctx, tx, 'join', id, seal(ctx, key, id, newCodeSecret()));
    await end(ctx, tx, given, 'operator.invite', { id, name, before: null }, { roles, projects });
    return { kind: 'invited', ...link };
  });
}

/** Ends the sessions of an operator, who cannot sign in until `enableOperator`. */
export async function disableOperator(
  ctx: Ctx,
  given: CommandUser & { readonly name: string },
): Promise<Done | StaffRefusal> {
  return change(ctx, given.name, async (tx, found, staff) => {
    if (found.disabled_at !== null) return { kind: 'refused', why: 'nothing_to_do' };
    if (endsLastAdmin(staff, found.id, null)) return { kind: 'refused', why: 'last_admin' };
    const now = ctx.clock.real();
    await tx.run(setDisabled, { id: found.id, disabledAt: now });
    await tx.run(endAllSessions, { operatorId: found.id, now });
    await record(ctx, tx, given, 'operator.disable', found, null);
    return { kind: 'done' };
  });
}

export async function enableOperator(
  ctx: Ctx,
  given: CommandUser & { readonly name: string },
): Promise<Done | StaffRefusal> {
  return change(ctx, given.name, async (tx, found) => {
    if (found.disabled_at === null) return { kind: 'refused', why: 'nothing_to_do' };
    await tx.run(setDisabled, { id: found.id, disabledAt: null });
    await record(ctx, tx, given, 'operator.enable', found, null);
    return { kind: 'done' };
  });
}

/**
 * Replaces the roles of an operator, and the projects where they are given. Ends the operator's sessions.
 * @param projects null: they stay
 */
export async function changeRoles(
  ctx: Ctx,
  given: Doer & {
    readonly name: string;
    readonly roles: readonly ConsoleRole[];
    readonly projects: readonly string[] | null;
  },
): Promise<Done | StaffRefusal> {
  return change(ctx, given.name, async (tx, found, staff) => {
    const { id } = found;
    const after = { roles: given.roles, projects: given.projects ?? found.projects };
    if (endsLastAdmin(staff, id, after)) return { kind: 'refused', why: 'last_admin' };
    await tx.run(setRoles, { id, ...after });
    await tx.run(endAllSessions, { operatorId: id, now: ctx.clock.real() });
    const before = { roles: found.roles, projects: found.projects };
    await end(ctx, tx, given, 'operator.roles', { ...found, before }, { before, after });
    return { kind: 'done' };
  });
}

/**
 * Takes an operator's credentials and sessions away, and makes a new invitation. Only a command does it to the last
 * admin: the person at the machine can always make another link.
 */
export async function resetOperator(
  ctx: Ctx,
  given: Doer & { readonly name: string },
): Promise<Invited | StaffRefusal> {
  const key = await readSealKey(ctx, 'operator_seal_key');
  return change<Invited>(ctx, given.name, async (tx, found, staff) => {
    const { id } = found;
    if (found.disabled_at !== null) return { kind: 'refused', why: 'disabled' };
    if ('finish' in given && endsLastAdmin(staff, id, null)) {
      return { kind: 'refused', why: 'last_admin' };
    }
    await tx.run(dropCredentials, { id });
    await tx.run(endAllSessions, { operatorId: id, now: ctx.clock.real() });
    const link = await makeLink(ctx, tx, 'join', id, seal(ctx, key, id, newCodeSecret()));
    await end(ctx, tx, given, 'operator.reset', { ...found, before: found }, null);
    return { kind: 'invited', ...link };
  });
}

type StaffRow = RowOf<typeof lockStaff>;

/** Whether a change would leave no active admin, or none of all projects where there is one. @param after null: none */
export function endsLastAdmin(
  staff: readonly StaffRow[],
  id: string,
  after: Changed['before'],
): boolean {
  const admins = staff.filter(
    (each) => each.roles.includes('admin') && each.joined_at !== null && each.disabled_at === null,
  );
  if (!admins.some((each) => each.id === id)) return false;
  const left: readonly { readonly projects: readonly string[] }[] = [
    ...admins.filter((each) => each.id !== id),
    ...(after?.roles.includes('admin') === true ? [after] : []),
  ];
  const isOfAll = ({ projects }: { readonly projects: readonly string[] }) => projects.length === 0;
  return left.length === 0 || (admins.some(isOfAll) && !left.some(isOfAll));
}

/** The last statement of a change: a command's entry, or what a step of the console brings. */
async function end(
  ctx: Ctx,
  tx: Tx,
  given: Doer,
  action: string,
  found: Changed,
  detail: object | null,
): Promise<void> {
  if ('finish' in given) await given.finish(tx, found);
  else await record(ctx, tx, given, action, found, detail);
}

/** Changes one operator while all are locked: the last active admin is then known. */
async function change<T = Done>(
  ctx: Ctx,
  name: string,
  work: (tx: Tx, found: StaffRow, staff: readonly StaffRow[]) => Promise<T | StaffRefusal>,
): Promise<T | StaffRefusal> {
  return ctx.db.transaction(async (tx) => {
    const staff = await tx.many(lockStaff);
    const found = staff.find((each) => nameKey(each.name) === nameKey(name));
    if (found === undefined) return { kind: 'refused', why: 'no_such_operator' };
    return work(tx, found, staff);
  });
}

/** Makes a one-time link, which ends earlier ones of its kind. */
export async function makeLink(
  ctx: Ctx,
  tx: Tx,
  kind: LinkKind,
  operatorId: string,
  totpSecret: Buffer | null,
): Promise<{ readonly address: string; readonly endsAt: Date }> {
  const now = ctx.clock.real();
  const token = ctx.randomBytes(32).toString('base64url');
  const endsAt = new Date(now.getTime() + LINK_LIFE_MS[kind]);
  await tx.run(dropLinks, { operatorId, kind });
  await tx.run(saveLink, {
    tokenHash: hashOperatorToken(token),
    kind,
    operatorId,
    totpSecret,
    now,
    expiresAt: endsAt,
  });
  // After the #, which no server and no proxy sees.
  const page = kind === 'join' ? 'join' : 'sign-in/link';
  return { address: `${ctx.config.consoleUrl}/${page}#${token}`, endsAt };
}

/** Writes to the audit log that a command listed the operators. */
export async function recordListing(ctx: Ctx, { by }: CommandUser): Promise<void> {
  await appendAudit(ctx.db, entryOf(ctx, userOf(by), COMMAND, { action: 'staff.list' }));
}

/** Writes a command's step to the audit log, as the last statement of its transaction. */
export async function record(
  ctx: Ctx,
  tx: Tx,
  { by }: CommandUser,
  action: string,
  { id, name }: { readonly id: string; readonly name: string },
  detail: object | null,
): Promise<void> {
  const about = { objectKind: 'operator', objectId: id, detail: { name, ...detail } };
  await appendAudit(tx, entryOf(ctx, userOf(by), COMMAND, { action, ...about }));
}

function userOf(by: string) {
  return { id: null, name: `command line (${by})` };
}
