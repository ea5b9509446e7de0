import { ACTIONS, type Action } from '@webpay/contract/console/actions';
import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Plan } from '@webpay/contract/console/plan';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { entryOf, missingPermission, refused, type Refused } from '../operators/operator.ts';
import type { Ended, Subject } from './act.ts';
import { decideApproval } from './approval-queries.ts';
import { askerLost, askerOf, findApproval, rightTo, type Approval } from './approvals.ts';
import { AboveCeiling, holdCeiling } from './ceiling.ts';
import { isAble, readStaff } from './confirmers.ts';
import { changed, makePlan, NOT_FOUND, type Actor } from './pipeline.ts';
import { planOf } from './plan.ts';
import { recordAs, recordDone } from './record-step.ts';
import { sentenceOf } from './refusals.ts';
import { beyondConfirmer, movedBy } from './limits.ts';
import { boundAct, type BoundAct } from './registry.ts';
import { checkStepUp, onlyReads } from './step-up.ts';

type Result = ConsoleResult<'act'>;

/** Ends the transaction of a step that is not the confirmed one, or was decided meanwhile. */
class NotConfirmed extends Error {
  readonly plan: Plan | null;

  constructor(plan: Plan | null) {
    super('the step is not confirmed');
    this.plan = plan;
  }
}

/** Ends the transaction of a step that is beyond its confirmer. */
class NotAllowed extends Error {}

/** Ends the transaction of a step whose asker may not do it any more. */
class AskerLost extends Error {}

/** Does another operator's step, after the same checks. One that would do otherwise is refused for good. */
export async function approve(
  ctx: Ctx,
  actor: Actor,
  input: ConsoleInput<'approve'>,
): Promise<Result | Refused> {
  const outcome = await tryToApprove(ctx, actor, input);
  // A wrong step-up has its own entry.
  if ('refused' in outcome && outcome.refused.status !== 423) {
    await recordRefusal(ctx, actor, 'approval.yes', input.id, outcome.refused.code);
  }
  return outcome;
}

async function tryToApprove(
  ctx: Ctx,
  actor: Actor,
  { id, plan_hash: planHash, step_up: proof }: ConsoleInput<'approve'>,
): Promise<Result | Refused> {
  const { operator, from } = actor;
  const approval = await findApproval(ctx, operator, id);
  if (approval === null) return NOT_FOUND;
  const { row, action } = approval;
  const { refusal, aloneFrom } = rightTo(ctx, operator, approval, await readStaff(ctx.db));
  if (refusal !== null) {
    if (refusal.refused.code === 'asker_lost' && action !== null)
      await end(ctx, actor, approval, action, 'changed', '');
    return refusal;
  }
  if (action === null) return NOT_FOUND;
  const unproved = await checkStepUp(ctx, operator, from, planHash, proof);
  if (unproved !== null) return unproved;
  const step = stepOf(actor, approval, action, { step_up: proof?.by ?? null });
  let title: string | null = null;
  let shown: Omit<Ended, 'kind'> = {};
  try {
    const run = await runOf(ctx, actor, row, action);
    const ran = await run(ctx, askerOf(row), async (tx, done) => {
      const plan = planOf(action, done, row.second_person);
      // The person confirmed what the page showed.
      if (plan.plan_hash !== row.plan_hash || planHash !== row.plan_hash)
        throw new NotConfirmed(plan);
      const { needs } = ACTIONS[action.kind];
      if (!isAble(await readStaff(tx), row.asked_by, needs, row.project)) throw new AskerLost();
      const moved = movedBy({ kind: action.kind, done });
      await holdCeiling(ctx, tx, moved, [operator.id, row.asked_by], true);
      const beyond = await beyondConfirmer(ctx, tx, operator, done);
      if (beyond !== null) throw new NotAllowed(beyond);
      const usdMinor = moved.worth?.minor ?? 0;
      if (!(await decide(ctx, tx, actor, id, 'done', null, usdMinor))) throw new NotConfirmed(null);
      await recordDone(ctx, tx, step, { done, plan });
      ({ title } = done);
    });
    if (ran.kind === 'refused') return refused(409, ran.why, sentenceOf(ran));
    const { kind: _kind, ...once } = ran;
    shown = once;
  } catch (error) {
    if (error instanceof NotAllowed) return refused(403, 'beyond_limit', error.message);
    if (error instanceof AboveCeiling) return refused(403, 'above_ceiling', error.message);
    if (error instanceof AskerLost) {
      await end(ctx, actor, approval, action, 'changed', '');
      return askerLost(row.asked_by_name);
    }
    if (!(error instanceof NotConfirmed)) throw error;
    if (error.plan === null) return decidedAlready();
    if (error.plan.plan_hash !== row.plan_hash)
      await end(ctx, actor, approval, action, 'changed', '');
    return changed(error.plan);
  }
  if (aloneFrom !== null) {
    raiseAlert(ctx, 'step_waits_alone', { kind: action.kind, approval: id });
  }
  const answer = { state: 'done', approval_id: id } as const;
  const sentence = `Done: ${title ?? row.title}.`;
  return { ...answer, sentence, ...shown };
}

/** The run of a confirmed step. Work before its transaction begins only for a plan that is still the confirmed one. */
async function runOf(
  ctx: Ctx,
  { operator }: Actor,
  row: Approval['row'],
  action: Action,
): Promise<BoundAct['run']> {
  const { run, prepare } = boundAct(action);
  if (prepare === null) return run;
  const people = { by: askerOf(row), looker: operator.id };
  const plan = await makePlan(ctx, action, people, () => Promise.resolve(row.second_person));
  // A refusal names its own reason.
  if (!plan.possible) return run;
  if (plan.plan_hash !== row.plan_hash) throw new NotConfirmed(plan);
  return prepare(ctx);
}

/** Refuses another operator's step, or withdraws the own one. */
export async function decline(
  ctx: Ctx,
  actor: Actor,
  { id, because }: ConsoleInput<'decline'>,
): Promise<Result | Refused> {
  const { operator } = actor;
  const approval = await findApproval(ctx, operator, id);
  const refusal = approval === null ? NOT_FOUND : mayDecline(actor, approval);
  if (approval === null || refusal !== null) {
    const why = refusal ?? NOT_FOUND;
    await recordRefusal(ctx, actor, 'approval.no', id, why.refused.code);
    return why;
  }
  const { row, action } = approval;
  if (row.state !== 'waiting' || action === null) return decidedAlready();
  if (!(await end(ctx, actor, approval, action, 'declined', because))) return decidedAlready();
  const isOwn = row.asked_by === operator.id;
  const sentence = isOwn ? 'The step is withdrawn.' : 'The step is refused.';
  return { state: 'done', sentence, approval_id: id };
}

/** Anyone with the permission can stop a step, also with a new account. */
function mayDecline({ operator }: Actor, { row, action }: Approval): Refused | null {
  const isOwn = row.asked_by === operator.id;
  const missing =
    action === null || isOwn ? null : missingPermission(operator, ACTIONS[action.kind].needs);
  return missing ?? onlyReads(operator);
}

/** @returns false: another decision was first */
async function end(
  ctx: Ctx,
  actor: Actor,
  approval: Approval,
  action: Action,
  state: 'changed' | 'declined',
  because: string,
): Promise<boolean> {
  const { id } = approval.row;
  return ctx.db.transaction(async (tx) => {
    if (!(await decide(ctx, tx, actor, id, state, because === '' ? null : because))) return false;
    const verb = state === 'declined' ? 'approval.no' : 'approval.changed';
    const detail = { kind: action.kind };
    await recordAs(ctx, tx, stepOf(actor, approval, action, {}), verb, because, detail);
    return true;
  });
}

async function decide(
  ctx: Ctx,
  tx: Tx,
  { operator }: Actor,
  id: string,
  state: 'done' | 'changed' | 'declined',
  because: string | null,
  usdMinor = 0,
): Promise<boolean> {
  const now = ctx.clock.real();
  const decision = { id, state, decidedBy: operator.id, because, usdMinor, now };
  return (await tx.run(decideApproval, decision)) === 1;
}

function stepOf(
  { operator, from }: Actor,
  { row }: Approval,
  action: Action,
  detail: Readonly<Record<string, unknown>>,
) {
  const subject: Subject = {
    // Verified edge: an approval's object is the subject of its step.
    kind: row.object_kind as Subject['kind'],
    id: row.object_id,
    name: row.object_name,
    project: row.project,
    path: row.path,
    playerId: row.player_id,
    orderId: null,
  };
  const asked = { approval: row.id, asked_by: row.asked_by_name };
  return { who: operator, from, action, subject, detail: { ...asked, ...detail } };
}

function decidedAlready(): Refused {
  return refused(409, 'approval_decided', 'This step is decided already.');
}

async function recordRefusal(
  ctx: Ctx,
  { operator, from }: Actor,
  verb: string,
  id: string,
  code: string,
): Promise<void> {
  const about = {
    objectKind: 'approval',
    objectId: id,
    outcome: 'refused',
    detail: { code },
  } as const;
  await appendAudit(ctx.db, entryOf(ctx, operator, from, { action: verb, ...about }));
}
