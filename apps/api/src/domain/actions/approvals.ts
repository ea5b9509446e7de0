import { action as actionShape, ACTIONS, type Action } from '@webpay/contract/console/actions';
import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { missingPermission, refused, type Operator, type Refused } from '../operators/operator.ts';
import type { By } from './act.ts';
import { approvalById, approvalList } from './approval-queries.ts';
import { ALONE_AFTER_MS, confirmersOf, isAble, readStaff, type Staff } from './confirmers.ts';
import { makePlan, sees } from './pipeline.ts';
import { onlyReads } from './step-up.ts';

type Row = RowOf<typeof approvalById>;
type Shown = ConsoleResult<'approvals'>['items'][number];

const DAY_MS = 86_400_000;
/** Decided steps stay in the list for this time. */
const LISTED_MS = 14 * DAY_MS;

/** An approval with its step; null: its character was erased. */
export type Approval = { readonly row: Row; readonly action: Action | null };

/** Steps that wait, the oldest first, then those decided of late. */
export async function listApprovals(
  ctx: Ctx,
  operator: Operator,
  { project }: ConsoleInput<'approvals'>,
  known?: Staff,
): Promise<ConsoleResult<'approvals'>> {
  const staff = known ?? (await readStaff(ctx.db));
  const now = ctx.clock.real();
  const own = operator.projects.length === 0 ? null : operator.projects;
  const wanted = project !== undefined && sees(operator, project) ? [project] : [];
  const projects = project === undefined ? own : wanted;
  const since = new Date(now.getTime() - LISTED_MS);
  const rows = await ctx.db.many(approvalList, { now, since, projects });
  const items = rows.map((row) => shownTo(ctx, operator, row, staff));
  return { items, now: now.getTime() };
}

/** Counts the steps that the operator may confirm now. */
export async function countApprovals(
  ctx: Ctx,
  operator: Operator,
  project: string | undefined,
  staff?: Staff,
): Promise<number> {
  const wanted = project === undefined ? {} : { project };
  const { items } = await listApprovals(ctx, operator, wanted, staff);
  return items.filter(({ why_not }) => why_not === null).length;
}

/** One waiting step, with its plan made again now. */
export async function readApproval(
  ctx: Ctx,
  operator: Operator,
  { id }: ConsoleInput<'approval'>,
): Promise<ConsoleResult<'approval'> | null> {
  const found = await findApproval(ctx, operator, id);
  if (found === null) return null;
  const { row, action } = found;
  // A look runs the step up to its last statement: only for a person who may confirm or stop it.
  const mayRun =
    action !== null &&
    missingPermission(operator, ACTIONS[action.kind].needs) === null &&
    onlyReads(operator) === null;
  const isOpen = row.state === 'waiting' && mayRun;
  return {
    ...shownTo(ctx, operator, row, await readStaff(ctx.db)),
    plan: isOpen
      ? await makePlan(ctx, action, { by: askerOf(row), looker: operator.id }, () =>
          Promise.resolve(row.second_person),
        )
      : storedPlan(row),
    now: ctx.clock.real().getTime(),
  };
}

/** A step belongs to the operator who asked for it. */
export function askerOf(row: Row): By {
  return { id: row.asked_by, name: row.asked_by_name };
}

/** The plan as it was asked for: a decided step is not run again. */
function storedPlan(row: Row): ConsoleResult<'approval'>['plan'] {
  return {
    possible: false,
    why:
      row.state === 'waiting'
        ? 'You may not confirm this step.'
        : 'This step does not wait any more.',
    title: row.title,
    amount: sumOf(row),
    effects: [],
    needs: { step_up: true, second_person: row.second_person, ticks: [] },
    plan_hash: row.plan_hash,
  };
}

/** @returns null: there is none, or the operator does not see its project */
export async function findApproval(
  ctx: Ctx,
  operator: Operator,
  id: string,
): Promise<Approval | null> {
  const row = await ctx.db.maybe(approvalById, { id, now: ctx.clock.real() });
  if (row === null || !sees(operator, row.project)) return null;
  const parsed = v.safeParse(actionShape, row.action);
  return { row, action: parsed.success ? parsed.output : null };
}

/** Whether, and from when, an operator may confirm a waiting step. */
export type Right = {
  readonly refusal: Refused | null;
  /** The time from which the asker may confirm alone; null: another person must. */
  readonly aloneFrom: Date | null;
};

export function rightTo(
  ctx: Ctx,
  operator: Operator,
  { row, action }: Approval,
  staff: Staff,
): Right {
  const no = (status: number, code: string, detail: string, aloneFrom: Date | null = null) => ({
    refusal: { refused: { status, code, detail } },
    aloneFrom,
  });
  if (row.state !== 'waiting' || action === null) {
    const isLate = row.state === 'expired';
    return isLate
      ? no(409, 'approval_expired', 'It waited longer than 72 hours. Ask again.')
      : no(409, 'approval_decided', 'This step is decided already.');
  }
  const { needs } = ACTIONS[action.kind];
  const missing = missingPermission(operator, needs) ?? onlyReads(operator);
  if (missing !== null) return { refusal: missing, aloneFrom: null };
  if (!isAble(staff, row.asked_by, needs, row.project)) {
    return { refusal: askerLost(row.asked_by_name), aloneFrom: null };
  }
  const able = confirmersOf(ctx, staff, needs, row.project);
  if (!able.has(operator.id)) {
    const hours = ctx.config.consoleConfirmAgeHours;
    return no(403, 'account_too_young', `Accounts younger than ${hours} hours confirm nothing.`);
  }
  if (row.asked_by !== operator.id) return { refusal: null, aloneFrom: null };
  if (able.size > 1) return no(403, 'own_step', 'Another person must confirm your step.');
  const aloneFrom = new Date(row.asked_at.getTime() + ALONE_AFTER_MS);
  if (ctx.clock.real() >= aloneFrom) return { refusal: null, aloneFrom };
  const at = `${aloneFrom.toISOString().slice(11, 16)} UTC`;
  return no(
    409,
    'own_step_waits',
    `You are alone, and may confirm your step from ${at}.`,
    aloneFrom,
  );
}

/** The refusal of a step whose asker could not ask for it any more. */
export function askerLost(name: string): Refused {
  const detail = `${name}, who asked for it, may not do this step any more. Ask for it again.`;
  return refused(409, 'asker_lost', detail);
}

function shownTo(ctx: Ctx, operator: Operator, row: Row, staff: Staff): Shown {
  const parsed = v.safeParse(actionShape, row.action);
  const approval = { row, action: parsed.success ? parsed.output : null };
  const { refusal, aloneFrom } = rightTo(ctx, operator, approval, staff);
  return {
    id: row.id,
    state: row.state,
    kind: row.kind,
    title: row.title,
    reason: row.reason,
    second_person: row.second_person,
    sum: sumOf(row),
    object: { kind: row.object_kind, id: row.object_id, name: row.object_name },
    path: row.path,
    asked_by: row.asked_by_name,
    asked_at: row.asked_at.getTime(),
    expires_at: row.expires_at.getTime(),
    decided_by: row.decided_by_name,
    decided_at: row.decided_at?.getTime() ?? null,
    why_not: refusal?.refused.detail ?? null,
    is_own: row.asked_by === operator.id,
    alone_from: aloneFrom?.getTime() ?? null,
  };
}

function sumOf({ amount_minor: minor, currency }: Row): Shown['sum'] {
  return minor === null || currency === null ? null : { minor, currency };
}
