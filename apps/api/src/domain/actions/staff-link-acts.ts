import type { ActionOf } from '@webpay/contract/console/actions';
import type { Ctx } from '../../context.ts';
import { operatorName } from '../operators/queries.ts';
import { nameKey, readName } from '../operators/rules.ts';
import {
  changeRoles,
  inviteOperator,
  resetOperator,
  type StaffRefusal,
} from '../operators/staff.ts';
import type { Acts, ActRefused, Ended, Finish, Subject } from './act.ts';

const without = { amount: null, worth: null } as const;
const refused = (why: string): ActRefused => ({ kind: 'refused', why });
const HAND_OVER =
  'The person who says yes sees an address once, and hands it over. It works once, for 24 hours.';

/** Steps with operators that are those of the command: invitations, roles and credentials. */
export const STAFF_LINK_ACTS: Acts<'invite_operator' | 'change_roles' | 'reset_operator'> = {
  invite_operator: {
    find: (_ctx, { name }) => Promise.resolve(subjectOf(nameKey(name), name)),
    run: invite,
  },
  change_roles: { find: findOperator, run: change },
  reset_operator: { find: findOperator, run: reset },
};

/** Operators belong to no project: only an admin of all projects changes them. */
function subjectOf(id: string, name: string): Subject {
  const nothing = { playerId: null, orderId: null };
  return {
    kind: 'operator',
    id,
    name: `operator ${name}`,
    project: '',
    path: '/staff',
    ...nothing,
  };
}

export async function findOperator(
  { db }: Ctx,
  { operator_id: id }: { readonly operator_id: string },
): Promise<Subject | null> {
  const row = await db.maybe(operatorName, { id });
  return row && subjectOf(id, row.name);
}

async function invite(
  ctx: Ctx,
  { name: given, roles, projects }: ActionOf<'invite_operator'>,
  finish: Finish,
): Promise<Ended | ActRefused> {
  const name = readName(given);
  if (name === null) return refused('name_not_usable');
  if (!areKnown(ctx, projects)) return refused('no_such_project');
  const end = await inviteOperator(ctx, {
    name,
    roles,
    projects,
    finish: (tx) =>
      finish(tx, {
        title: `Invite ${name}`,
        effects: [`${name} becomes an operator: ${inWords({ roles, projects })}.`, HAND_OVER],
        ...without,
        change: { name, after: { roles, projects } },
      }),
  });
  return endOf(end);
}

async function change(
  ctx: Ctx,
  { operator_id: id, roles, projects }: ActionOf<'change_roles'>,
  finish: Finish,
): Promise<Ended | ActRefused> {
  const name = await nameOf(ctx, id);
  if (name === null) return refused('no_such_operator');
  if (!areKnown(ctx, projects)) return refused('no_such_project');
  const after = { roles, projects };
  const end = await changeRoles(ctx, {
    name,
    ...after,
    finish: (tx, { before }) =>
      finish(tx, {
        title: `Change the roles of ${name}`,
        effects: [
          `${name} is now: ${before === null ? 'nothing' : inWords(before)}.`,
          `${name} becomes: ${inWords(after)}.`,
          `The sessions of ${name} end.`,
        ],
        ...without,
        change: { name, before, after },
      }),
  });
  return endOf(end);
}

async function reset(
  ctx: Ctx,
  { operator_id: id }: ActionOf<'reset_operator'>,
  finish: Finish,
): Promise<Ended | ActRefused> {
  const name = await nameOf(ctx, id);
  if (name === null) return refused('no_such_operator');
  const end = await resetOperator(ctx, {
    name,
    finish: (tx) =>
      finish(tx, {
        title: `Reset the credentials of ${name}`,
        effects: [
          `Password, code app, recovery codes and passkeys of ${name} are taken away, and the sessions end.`,
          HAND_OVER,
        ],
        ...without,
        change: { name, after: 'reset' },
      }),
  });
  return endOf(end);
}

async function nameOf({ db }: Ctx, id: string): Promise<string | null> {
  return (await db.maybe(operatorName, { id }))?.name ?? null;
}

function areKnown({ catalogue }: Ctx, codes: readonly string[]): boolean {
  return codes.every((code) => catalogue.project(code) !== null);
}

function inWords({
  roles,
  projects,
}: {
  readonly roles: readonly string[];
  readonly projects: readonly string[];
}) {
  return `${roles.join(', ')}; ${projects.length === 0 ? 'all projects' : projects.join(', ')}`;
}

/** Refusals of the command, by the names that the console's sentences have. */
function endOf(
  end:
    | { readonly kind: 'done' }
    | { readonly kind: 'invited'; readonly address: string }
    | StaffRefusal,
): Ended | ActRefused {
  switch (end.kind) {
    case 'done':
      return { kind: 'done' };
    case 'invited':
      return { kind: 'done', address: end.address };
    case 'refused':
      return refused(end.why === 'disabled' ? 'operator_is_removed' : end.why);
  }
}
