import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { listStaff } from '../operators/staff.ts';
import { listApprovals, readApproval } from './approvals.ts';
import { approve } from './decide-approval.ts';
import { askFor, confirmAs, doStep, person, planFor, type Person } from './testing/steps.ts';
import { previewAction } from './pipeline.ts';

const { built, pool } = await builtShop(6);
const ctx = { ...built.ctx, config: { ...built.ctx.config, consoleConfirmAgeHours: 0 } };
const because = 'Left the company.';
const remove = ({ operator }: Person) =>
  ({ kind: 'remove_operator', operator_id: operator.id, because }) as const;
const restore = ({ operator }: Person) =>
  ({ kind: 'restore_operator', operator_id: operator.id, because }) as const;

/** Asks for a step and lets another admin confirm it. @returns the state, or the code of the refusal */
async function doneByTwo(
  asker: Person,
  other: Person,
  action: ReturnType<typeof remove | typeof restore>,
) {
  return confirmAs(ctx, other, await askFor(ctx, asker, action));
}

async function isRemoved({ operator }: Person): Promise<boolean> {
  const { items } = await listStaff(ctx, null);
  return items.find(({ id }) => id === operator.id)?.is_disabled === true;
}

async function openSessions({ operator }: Person): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int4 as count from operator_sessions where operator_id = $1 and ended_at is null`,
    [operator.id],
  );
  return rows[0]?.count ?? NaN;
}

describe('removing an operator', async () => {
  const chief = await person(ctx, 'Chief', ['admin']);
  const second = await person(ctx, 'Second', ['admin']);
  const leaver = await person(ctx, 'Leaver', ['support']);

  it('waits for a second admin, ends the sessions, and is taken back the same way', async () => {
    const plan = await planFor(ctx, chief, remove(leaver));
    expect(plan).toMatchObject({
      possible: true,
      title: 'Remove Leaver',
      needs: { step_up: true },
    });
    expect(plan.needs.second_person).toContain('always needs a second person');
    const asked = await doStep(ctx, chief, remove(leaver));
    expect(asked).toMatchObject({ state: 'waits' });
    expect(await isRemoved(leaver)).toBe(false);
    const id = 'approval_id' in asked ? (asked.approval_id ?? '') : '';
    const { items } = await listApprovals(ctx, second.operator, {});
    expect(items.map((each) => each.id)).toContain(id);
    const planHash = (await readApproval(ctx, chief.operator, { id }))?.plan.plan_hash ?? '';
    const own = await approve(ctx, chief, {
      id,
      plan_hash: planHash,
      step_up: await chief.assertion(planHash),
    });
    expect(own).toMatchObject({ refused: { status: 403 } });
    expect(await openSessions(leaver)).toBeGreaterThan(0);
    const end = await approve(ctx, second, {
      id,
      plan_hash: planHash,
      step_up: await second.assertion(planHash),
    });
    expect(end).toMatchObject({ state: 'done' });
    expect(await isRemoved(leaver)).toBe(true);
    expect(await openSessions(leaver)).toBe(0);
    const { rows } = await pool.query<{ after: string }>(
      `select body::jsonb -> 'detail' -> 'change' ->> 'after' as after from audit
        where body::jsonb ->> 'objectId' = $1 and body::jsonb ->> 'objectKind' = 'operator'
          and body::jsonb -> 'detail' -> 'change' is not null`,
      [leaver.operator.id],
    );
    expect(rows).toContainEqual({ after: 'removed' });
    expect(await doneByTwo(second, chief, restore(leaver))).toBe('done');
    expect(await isRemoved(leaver)).toBe(false);
  });

  it('is for admins of all projects', async () => {
    const of = async (who: Person) => {
      const answer = await previewAction(ctx, who, { action: remove(second) });
      return 'refused' in answer ? answer.refused.code : 'possible';
    };
    expect(await of(leaver)).toBe('not_permitted');
    const partly = { ...chief, operator: { ...chief.operator, projects: ['dr2'] } };
    expect(await of(partly)).toBe('not_found');
    const steps = async (reader: Parameters<typeof listStaff>[1]) =>
      (await listStaff(ctx, reader)).items.flatMap((each) => each.steps);
    expect(await steps(chief.operator)).not.toEqual([]);
    expect(await steps(partly.operator)).toEqual([]);
    expect(await steps({ roles: ['auditor'], projects: [] })).toEqual([]);
  });

  it('leaves the last active admin in, also when two are removed at once', async () => {
    const firstAsked = await doStep(ctx, chief, remove(second));
    const secondAsked = await doStep(ctx, second, remove(chief));
    const third = await person(ctx, 'Third', ['admin']);
    const ids = [firstAsked, secondAsked].map((each) =>
      'approval_id' in each ? (each.approval_id ?? '') : '',
    );
    expect(await doneByTwo(chief, second, remove(third))).toBe('done');
    const ends = await Promise.all(
      [
        { id: ids[0] ?? '', by: second },
        { id: ids[1] ?? '', by: chief },
      ].map(async ({ id, by }) => {
        const planHash = (await readApproval(ctx, by.operator, { id }))?.plan.plan_hash ?? '';
        const step_up = await by.assertion(planHash);
        const end = await approve(ctx, by, { id, plan_hash: planHash, step_up });
        return 'refused' in end ? 'refused' : end.state;
      }),
    );
    expect(ends.toSorted()).toEqual(['done', 'refused']);
    const left = [await isRemoved(chief), await isRemoved(second)];
    expect(left.filter((isOut) => isOut)).toHaveLength(1);
    const last = left[0] ? second : chief;
    const plan = await planFor(ctx, last, remove(last));
    expect(plan.possible).toBe(false);
    expect(plan.why).toContain('last active admin');
  });
});
