import { ACTIONS } from '@webpay/contract/console/actions';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Plan } from '@webpay/contract/console/plan';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { newId } from '../orders/ids.ts';
import { refused, type Refused } from '../operators/operator.ts';
import type { Subject } from './act.ts';
import { expireApprovals, insertApproval } from './approval-queries.ts';
import { confirmersOf, readStaff } from './confirmers.ts';
import { reasonIn, recordAs, type Recorded } from './record-step.ts';

const LIFE_MS = 72 * 3_600_000;
type Result = ConsoleResult<'act'>;

/** Keeps a step until a second person confirms or refuses it. @param finish stores the answer under the step's key */
export async function askSecondPerson(
  ctx: Ctx,
  step: Recorded & { readonly subject: Subject },
  plan: Plan,
  finish: (tx: Tx, result: Result, usdMinor: number) => Promise<void>,
): Promise<Result | Refused> {
  const { action, subject, who } = step;
  const now = ctx.clock.real();
  const id = newId(ctx);
  const askedBy = who.id ?? '';
  const result: Result = {
    state: 'waits',
    sentence: `It waits for a second person. ${plan.needs.second_person ?? ''}`.trim(),
    approval_id: id,
  };
  const isAsked = await ctx.db.transaction(async (tx) => {
    await tx.run(expireApprovals, { now });
    const inserted = await tx.run(insertApproval, {
      id,
      kind: action.kind,
      action,
      planHash: plan.plan_hash,
      title: plan.title,
      reason: reasonIn(action),
      secondPerson: plan.needs.second_person ?? '',
      amountMinor: plan.amount?.minor ?? null,
      currency: plan.amount?.currency ?? null,
      objectKind: subject.kind,
      objectId: subject.id,
      objectName: subject.name,
      path: subject.path,
      project: subject.project,
      playerId: subject.playerId,
      askedBy,
      now,
      expiresAt: new Date(now.getTime() + LIFE_MS),
    });
    if (inserted === 0) return false;
    await finish(tx, result, 0);
    const detail = { kind: action.kind, approval: id };
    await recordAs(ctx, tx, step, 'approval.ask', reasonIn(action), detail);
    return true;
  });
  if (!isAsked) {
    const detail = 'The same kind of step waits for a second person already.';
    return refused(409, 'waits_already', detail);
  }
  const staff = await readStaff(ctx.db);
  const others = confirmersOf(ctx, staff, ACTIONS[action.kind].needs, subject.project);
  if (![...others].some((other) => other !== askedBy)) {
    raiseAlert(ctx, 'step_waits_alone', { kind: action.kind, approval: id });
  }
  return result;
}
