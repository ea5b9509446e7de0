import type { Action } from '@webpay/contract/console/actions';
import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { tokenIn } from '../../../../../tests/support/console-session.ts';
import { readInvitation } from '../operators/join.ts';
import { hashOperatorToken } from '../operators/sessions.ts';
import { changeRoles, listStaff } from '../operators/staff.ts';
import { readApproval } from './approvals.ts';
import { approve } from './decide-approval.ts';
import { askFor, confirmAs, everyRow, person, planFor, type Person } from './testing/steps.ts';

const { built, pool } = await builtShop(8);
const ctx = { ...built.ctx, config: { ...built.ctx.config, consoleConfirmAgeHours: 0 } };
const because = 'Begins on Monday.';
const chief = await person(ctx, 'Chief', ['admin']);
const second = await person(ctx, 'Second', ['admin']);

const rolesOf = (who: Person, roles: Roles, projects: string[] = []) =>
  ({ kind: 'change_roles', operator_id: who.operator.id, roles, projects, because }) as const;
type Roles = ('support' | 'finance' | 'admin')[];

/** Two persons do a step. @returns the answer of the second yes */
async function doneByTwo(action: Action, asker = chief, other = second) {
  const id = await askFor(ctx, asker, action);
  const hash = (await readApproval(ctx, other.operator, { id }))?.plan.plan_hash ?? 'none';
  return approve(ctx, other, { id, plan_hash: hash, step_up: await other.assertion(hash) });
}

async function listed(name: string) {
  const { items } = await listStaff(ctx, null);
  return items.find((each) => each.name === name);
}

async function openSessions({ operator }: Person): Promise<number> {
  return (await listed(operator.name))?.sessions ?? NaN;
}

describe('an invitation', () => {
  it('shows its address once to the person who says yes, and keeps only its hash', async () => {
    const action = {
      kind: 'invite_operator',
      name: 'Nova',
      roles: ['support'],
      projects: ['dr2'],
      because,
    } as const;
    const invite: Action = { ...action, roles: [...action.roles], projects: [...action.projects] };
    const before = await everyRow(pool);
    expect(await planFor(ctx, chief, invite)).toMatchObject({
      title: 'Invite Nova',
      effects: ['Nova becomes an operator: support; dr2.', expect.stringContaining('address once')],
      needs: { step_up: true },
    });
    expect((await everyRow(pool)).get('operators')).toEqual(before.get('operators'));
    const end = await doneByTwo(invite);
    if ('refused' in end || end.address === undefined) throw new Error(JSON.stringify(end));
    const token = tokenIn(end.address);
    expect(await readInvitation(ctx, { token })).toMatchObject({
      name: 'Nova',
      roles: ['support'],
    });
    const rows = [...(await everyRow(pool)).values()].flat();
    expect(rows.filter((row) => row.includes(token))).toEqual([]);
    const hash = hashOperatorToken(token).toString('hex');
    expect(rows.filter((row) => row.includes(hash))).toHaveLength(1);
    expect(await listed('Nova')).toMatchObject({ projects: [{ code: 'dr2' }] });
    expect((await planFor(ctx, chief, { ...invite, name: 'nova' })).why).toContain('this name');
  });

  it('is refused for a name that is none, and for an unknown project', async () => {
    const invite: Action = {
      kind: 'invite_operator',
      name: '-',
      roles: ['support'],
      projects: [],
      because,
    };
    expect((await planFor(ctx, chief, invite)).why).toContain('letter or digit');
    const nowhere: Action = { ...invite, name: 'Someone', projects: ['nowhere'] };
    expect(await planFor(ctx, chief, nowhere)).toMatchObject({ possible: false });
  });
});

describe('a change of roles', () => {
  it('ends the sessions, and is asked for again when a command was faster', async () => {
    const who = await person(ctx, 'Riser', ['support']);
    const plan = await planFor(ctx, chief, rolesOf(who, ['support', 'finance'], ['dr2']));
    expect(plan.effects).toEqual([
      'Riser is now: support; all projects.',
      'Riser becomes: support, finance; dr2.',
      'The sessions of Riser end.',
    ]);
    const id = await askFor(ctx, chief, rolesOf(who, ['support', 'finance'], ['dr2']));
    await changeRoles(ctx, { name: 'Riser', roles: ['auditor'], projects: null, by: 'test' });
    expect(await confirmAs(ctx, second, id)).toBe('plan_changed');
    expect(await listed('Riser')).toMatchObject({ roles: ['auditor'] });
    expect(await doneByTwo(rolesOf(who, ['finance'], ['dr2']))).toMatchObject({ state: 'done' });
    expect(await listed('Riser')).toMatchObject({ roles: ['finance'], sessions: 0 });
    const { rows } = await pool.query<{ change: unknown }>(
      `select body::jsonb -> 'detail' -> 'change' as change from audit where action = 'change_roles' and object_id = $1`,
      [who.operator.id],
    );
    expect(rows.at(-1)).toMatchObject({
      change: { name: 'Riser', before: { roles: ['auditor'] }, after: { roles: ['finance'] } },
    });
  });
});

describe('a reset of credentials', () => {
  it('takes them away and shows a new address once', async () => {
    const who = await person(ctx, 'Forgetful', ['support']);
    const reset: Action = { kind: 'reset_operator', operator_id: who.operator.id, because };
    expect(await openSessions(who)).toBeGreaterThan(0);
    const end = await doneByTwo(reset);
    if ('refused' in end || end.address === undefined) throw new Error(JSON.stringify(end));
    expect(await readInvitation(ctx, { token: tokenIn(end.address) })).toMatchObject({
      name: 'Forgetful',
    });
    expect(await listed('Forgetful')).toMatchObject({ sessions: 0, passkeys: 0 });
  });
});

describe('the last admin of all projects', () => {
  it('stays when two are demoted at once, and is neither demoted, narrowed nor reset', async () => {
    const asked = [
      await askFor(ctx, chief, rolesOf(second, ['admin'], ['dr2'])),
      await askFor(ctx, second, rolesOf(chief, ['support'])),
    ] as const;
    const ends = await Promise.all([
      confirmAs(ctx, second, asked[0]),
      confirmAs(ctx, chief, asked[1]),
    ]);
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    const { items } = await listStaff(ctx, null);
    const left = items.filter(
      ({ roles, projects }) => roles.includes('admin') && projects.length === 0,
    );
    expect(left).toHaveLength(1);
    const last = left[0]?.id === chief.operator.id ? chief : second;
    const reset: Action = { kind: 'reset_operator', operator_id: last.operator.id, because };
    const narrowed = rolesOf(last, ['admin'], ['dr2']);
    for (const action of [rolesOf(last, ['support']), narrowed, reset]) {
      expect((await planFor(ctx, last, action)).why).toContain('last active admin');
    }
    const byCommand = { name: last.operator.name, projects: ['dr2'], by: 'test' };
    expect(await changeRoles(ctx, { ...byCommand, roles: ['admin'] })).toEqual({
      kind: 'refused',
      why: 'last_admin',
    });
  });
});
