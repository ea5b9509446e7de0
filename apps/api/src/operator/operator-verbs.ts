import { CONSOLE_ROLES, type ConsoleRole } from '@webpay/contract/console/permissions';
import type { Ctx } from '../context.ts';
import { readName, readRoles } from '../domain/operators/rules.ts';
import { signInToSandbox } from '../domain/operators/sandbox-operator.ts';
import {
  changeRoles,
  disableOperator,
  enableOperator,
  inviteOperator,
  listStaff,
  recordListing,
  resetOperator,
  type StaffRefusal,
} from '../domain/operators/staff.ts';
import { StartError } from '../platform/start-error.ts';
import { parseWords } from './command-line.ts';
import { byOf } from './command-person.ts';
import { formatTime, printable } from './resolve-output.ts';

/** Verbs of the operator command itself. */
export const OPERATOR_VERBS = [
  'invite',
  'list',
  'disable',
  'enable',
  'roles',
  'reset',
  'sign-in',
] as const;
const USAGE =
  'Say what to do: npm run operator -- commands, invite NAME --role ROLE, list, disable NAME, enable NAME, roles NAME --role ROLE, reset NAME, or sign-in --role ROLE';
const ROLES = CONSOLE_ROLES.join(', ');

type Named = { readonly name: string; readonly by: string };
type OperatorOrder =
  | { readonly verb: 'list'; readonly by: string }
  | ({ readonly verb: 'disable' | 'enable' | 'reset' } & Named)
  | ({
      readonly verb: 'invite' | 'roles';
      readonly roles: readonly ConsoleRole[];
      /** Empty: all. Null: not given. */
      readonly projects: readonly string[] | null;
    } & Named)
  | { readonly verb: 'sign-in'; readonly role: ConsoleRole; readonly by: string };

/** Parses a call of `npm run operator`. @throws StartError */
export function readOperatorVerb(given: readonly string[]): OperatorOrder {
  const text = { type: 'string' } as const;
  const options = { role: text, project: text, by: text };
  const { positionals, values } = parseWords({
    args: [...given],
    allowPositionals: true,
    options,
  });
  const [verb = '', ...names] = positionals;
  const takes = (most: number, ...allowed: readonly (keyof typeof options)[]) => {
    if (names.length !== most) throw new StartError(USAGE);
    const extra = Object.keys(values).find((name) => !allowed.some((each) => each === name));
    if (extra !== undefined) throw new StartError(`${verb} takes no --${extra}.`);
  };
  switch (verb) {
    case 'list':
      takes(0, 'by');
      return { verb, by: byOf(values.by) };
    case 'disable':
    case 'enable':
    case 'reset':
      takes(1, 'by');
      return { verb, name: nameOf(names), by: byOf(values.by) };
    case 'invite':
    case 'roles':
      takes(1, 'role', 'project', 'by');
      return {
        verb,
        name: nameOf(names),
        roles: rolesOf(values.role),
        projects: projectsOf(values.project),
        by: byOf(values.by),
      };
    case 'sign-in': {
      takes(0, 'role', 'by');
      const [role, other] = rolesOf(values.role);
      if (role === undefined || other !== undefined)
        throw new StartError('sign-in takes one role.');
      return { verb, role, by: byOf(values.by) };
    }
    default:
      throw new StartError(USAGE);
  }
}

function nameOf([given = '']: readonly string[]): string {
  const name = readName(given);
  if (name !== null) return name;
  throw new StartError(
    `"${printable(given)}" is no name: take 1 to 64 letters, digits, spaces and . _ @ -, with a letter or digit at both ends.`,
  );
}

function rolesOf(given: string | undefined): readonly ConsoleRole[] {
  if (given === undefined) throw new StartError(`--role is missing: take some of ${ROLES}.`);
  const roles = readRoles(given);
  if (roles !== null) return roles;
  throw new StartError(
    `--role is "${printable(given)}": take some of ${ROLES}, with commas between.`,
  );
}

function projectsOf(given: string | undefined): readonly string[] | null {
  if (given === undefined) return null;
  if (given === 'all') return [];
  return [...new Set(given.split(',').map((code) => code.trim()))];
}

/** Runs one call of `npm run operator`. @returns the text to print @throws StartError */
export async function runOperator(ctx: Ctx, given: readonly string[]): Promise<string> {
  const order = readOperatorVerb(given);
  switch (order.verb) {
    case 'list':
      await recordListing(ctx, order);
      return printable(await listOf(ctx));
    case 'invite': {
      const projects = knownProjects(ctx, order.projects ?? []);
      return invitationOf(order.name, accepted(await inviteOperator(ctx, { ...order, projects })));
    }
    case 'reset':
      return invitationOf(order.name, accepted(await resetOperator(ctx, order)));
    case 'disable':
      accepted(await disableOperator(ctx, order));
      return `${order.name} is disabled, and every session has ended.`;
    case 'enable':
      accepted(await enableOperator(ctx, order));
      return `${order.name} can sign in again.`;
    case 'roles': {
      const projects = order.projects === null ? null : knownProjects(ctx, order.projects);
      accepted(await changeRoles(ctx, { ...order, projects }));
      return `${order.name} has the roles ${order.roles.join(', ')}. Open sessions have ended.`;
    }
    case 'sign-in':
      return signInOf(ctx, order);
  }
}

function knownProjects(ctx: Ctx, codes: readonly string[]): readonly string[] {
  const unknown = codes.find((code) => ctx.catalogue.project(code) === null);
  if (unknown === undefined) return codes;
  const known = ctx.catalogue.projects().map(({ code }) => code);
  throw new StartError(`There is no project "${printable(unknown)}": ${known.join(', ')}, or all.`);
}

function invitationOf(
  name: string,
  { address, endsAt }: { readonly address: string; readonly endsAt: Date },
): string {
  return [
    `Give this link to ${name}. It works once, until ${formatTime(endsAt)} UTC:`,
    address,
  ].join('\n');
}

async function signInOf(
  ctx: Ctx,
  order: { readonly role: ConsoleRole; readonly by: string },
): Promise<string> {
  if (ctx.config.mode !== 'sandbox') {
    throw new StartError('sign-in is for the sandbox: in production, invite the operator.');
  }
  const signed = accepted(await signInToSandbox(ctx, order));
  return [
    `${signed.name} signs in once here, until ${formatTime(signed.endsAt)} UTC:`,
    signed.address,
    '',
    `name                  ${signed.name}`,
    `password              ${signed.password}`,
    `one-time-code secret  ${signed.codeSecret}`,
  ].join('\n');
}

/** @throws StartError for a refusal */
function accepted<T extends { readonly kind: string }>(
  result: T | StaffRefusal,
): Exclude<T, StaffRefusal> {
  if (result.kind === 'refused') throw new StartError(`${whyOf(result)} Nothing was done.`);
  // Verified by the line above: a refusal alone has this kind.
  return result as Exclude<T, StaffRefusal>;
}

function whyOf(result: { readonly kind: string }): string {
  // Verified by `accepted`, its only caller.
  const { why } = result as StaffRefusal;
  switch (why) {
    case 'name_taken':
      return 'There is an operator with this name: reset makes a new invitation, enable ends a disabling.';
    case 'no_such_operator':
      return 'There is no operator with this name: npm run operator -- list.';
    case 'disabled':
      return 'The operator is disabled: enable comes first.';
    case 'last_admin':
      return 'This is the last active admin: another admin joins first.';
    case 'nothing_to_do':
      return 'It is so already.';
    case 'changed':
      return 'Another command changed this operator at the same moment: try again.';
  }
}

async function listOf(ctx: Ctx): Promise<string> {
  const { items } = await listStaff(ctx, null);
  if (items.length === 0)
    return 'There is no operator yet: npm run operator -- invite NAME --role admin';
  return items
    .map((each) => {
      const projects = each.projects.map(({ code }) => code).join(',') || 'all projects';
      const seen = each.seen_at === null ? 'never' : formatTime(new Date(each.seen_at));
      const state = each.is_disabled ? '  disabled' : '';
      return `${each.name}  ${each.roles.join(',')}  ${projects}  passkeys ${each.passkeys}  sessions ${each.sessions}  seen ${seen}${state}`;
    })
    .join('\n');
}
