import { createHash } from 'node:crypto';
import { ACTIONS, needsProof, type Action } from '@webpay/contract/console/actions';
import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Plan } from '@webpay/contract/console/plan';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { canonicalJson } from '../audit/canonical-json.ts';
import { newId } from '../orders/ids.ts';
import {
  missingPermission,
  refused,
  type Client,
  type Operator,
  type Refused,
} from '../operators/operator.ts';
import type { ActRefused, By, Done, Subject } from './act.ts';
import { AskedTooOften, lookingCtx } from './asks.ts';
import { AboveCeiling, holdCeiling } from './ceiling.ts';
import { movedBy, reportManyMoves, whySecondPerson } from './limits.ts';
import { refusedForErased } from './erased.ts';
import { planOf, refusedPlan } from './plan.ts';
import { claimKey, finishKey, releaseKey, stepOfKey } from './queries.ts';
import { recordDone, recordRefused, type Recorded } from './record-step.ts';
import { sentenceOf } from './refusals.ts';
import { boundAct } from './registry.ts';
import { stepsTooMany } from './step-rate.ts';
import { checkStepUp, onlyReads } from './step-up.ts';
import { askSecondPerson } from './ask-second-person.ts';

/** The person who does a step, and from where. */
export type Actor = { readonly operator: Operator; readonly from: Client };
type Result = ConsoleResult<'act'>;

/** A try that never answered may be taken over after this time: longer than a gateway's deadline and a transaction. */
const CLAIM_MS = 60_000;

export const NOT_FOUND = refused(
  404,
  'not_found',
  'There is nothing with this number, or not in your projects.',
);

/** Ends a step's transaction without its changes. */
class RolledBack<T> extends Error {
  readonly value: T;

  constructor(value: T) {
    super('the step is rolled back');
    this.value = value;
  }
}

/** Tells what a step would do: runs its own code, and rolls that back. */
export async function previewAction(
  ctx: Ctx,
  actor: Actor,
  { action }: ConsoleInput<'previewAction'>,
): Promise<ConsoleResult<'previewAction'> | Refused> {
  const allowed = await allow(ctx, actor.operator, action);
  if ('refused' in allowed) {
    await recordRefused(ctx, recordedOf(actor, action, null), allowed.refused.code);
    return allowed;
  }
  const { subject } = allowed;
  const { operator } = actor;
  return makePlan(ctx, action, { by: operator, looker: operator.id }, async (tx, done) => {
    const step = { ...limited(operator), kind: action.kind, subject, done };
    await holdCeiling(ctx, tx, movedBy(step), [operator.id], false);
    return whySecondPerson(ctx, tx, step, false);
  });
}

/**
 * The plan of a step, made by a run that is rolled back.
 * @param looker id of the operator who looks at it
 * @param why tells why a second person is needed
 */
export async function makePlan(
  ctx: Ctx,
  action: Action,
  { by, looker }: { readonly by: By; readonly looker: string },
  why: (tx: Tx, done: Done) => Promise<string | null>,
): Promise<Plan> {
  const ran = await runRolledBack(lookingCtx(ctx, looker), action, by, async (tx, done) =>
    planOf(action, done, await why(tx, done)),
  );
  return 'why' in ran && 'kind' in ran ? refusedPlan(action, ran) : ran;
}

/** Runs a step up to its end, reads what it would leave, and rolls it back. */
export async function runRolledBack<T>(
  ctx: Ctx,
  action: Action,
  by: By,
  read: (tx: Tx, done: Done) => Promise<T>,
): Promise<T | ActRefused> {
  try {
    const ran = await boundAct(action).run(ctx, by, async (tx, done) => {
      throw new RolledBack(await read(tx, done));
    });
    if (ran.kind === 'refused') return ran;
  } catch (error) {
    // Verified edge: only the function above throws this class inside this run.
    if (error instanceof RolledBack) return (error as RolledBack<T>).value;
    if (error instanceof AboveCeiling) return notPossible('above_ceiling', error);
    if (error instanceof AskedTooOften) return notPossible('asked_too_often', error);
    throw error;
  }
  throw new Error(`${action.kind} ended without its last statement`);
}

function notPossible(why: string, { message: detail }: Error): ActRefused {
  return { kind: 'refused', why, detail };
}

/** Does a step, or asks a second person for it. The same key never does it twice. */
export async function act(
  ctx: Ctx,
  actor: Actor,
  input: ConsoleInput<'act'>,
): Promise<Result | Refused> {
  const { action, key } = input;
  const { operator } = actor;
  const allowed = await allow(ctx, operator, action);
  if ('refused' in allowed) {
    await recordRefused(ctx, recordedOf(actor, action, null), allowed.refused.code);
    return allowed;
  }
  const bodyHash = hashOfBody(input);
  const claim = newId(ctx);
  const known = await claimOrAnswer(ctx, { operator: operator.id, key, bodyHash, claim });
  if (known !== null) return known;
  const step = recordedOf(actor, action, allowed.subject);
  const tooMany = await stepsTooMany(ctx, operator, action.kind);
  if (tooMany !== null) {
    await ctx.db.run(releaseKey, { operator: operator.id, key, claim });
    return tooMany;
  }
  try {
    const outcome = await perform(ctx, actor, input, { ...step, subject: allowed.subject }, claim);
    if ('refused' in outcome) {
      // A step-up writes its own entry.
      if (outcome.refused.status !== 423) await recordRefused(ctx, step, outcome.refused.code);
      await ctx.db.run(releaseKey, { operator: operator.id, key, claim });
    }
    return outcome;
  } catch (error) {
    await ctx.db.run(releaseKey, { operator: operator.id, key, claim }).catch(() => undefined);
    if (error instanceof RolledBack) return inProgress();
    throw error;
  }
}

/** Checks permission, project and session, in this order. */
export async function allow(
  ctx: Ctx,
  operator: Operator,
  action: Action,
): Promise<{ readonly subject: Subject } | Refused> {
  const missing = missingPermission(operator, ACTIONS[action.kind].needs);
  if (missing !== null) return missing;
  const subject = await boundAct(action).find(ctx);
  if (subject === null || !sees(operator, subject.project)) return NOT_FOUND;
  return onlyReads(operator) ?? (await refusedForErased(ctx, action, subject)) ?? { subject };
}

export function sees({ projects }: Pick<Operator, 'projects'>, project: string): boolean {
  return projects.length === 0 || projects.includes(project);
}

function hashOfBody({ action, plan_hash }: ConsoleInput<'act'>): Buffer {
  return createHash('sha256').update(canonicalJson({ action, plan_hash }), 'utf8').digest();
}

/** Claims the key; or the answer of the step that has it. */
async function claimOrAnswer(
  ctx: Ctx,
  wanted: {
    readonly operator: string;
    readonly key: string;
    readonly bodyHash: Buffer;
    readonly claim: string;
  },
): Promise<Result | Refused | null> {
  const now = ctx.clock.real();
  const staleBefore = new Date(now.getTime() - CLAIM_MS);
  if ((await ctx.db.run(claimKey, { ...wanted, now, staleBefore })) === 1) return null;
  const { operator, key } = wanted;
  const known = await ctx.db.maybe(stepOfKey, { operator, key });
  if (known !== null && !known.body_hash.equals(wanted.bodyHash)) {
    return refused(422, 'key_reused', 'This key belongs to another step.');
  }
  if (known === null || known.result === null) {
    return inProgress();
  }
  // Verified edge: only finishKey writes results.
  return known.result as Result;
}

type Stopped =
  | { readonly kind: 'changed'; readonly plan: Plan }
  | { readonly kind: 'waits'; readonly plan: Plan }
  | { readonly kind: 'taken_over' };

async function perform(
  ctx: Ctx,
  actor: Actor,
  input: ConsoleInput<'act'>,
  step: Recorded & { readonly subject: Subject },
  claim: string,
): Promise<Result | Refused> {
  const { action, key, plan_hash: planHash, step_up: proof } = input;
  const { operator, from } = actor;
  const isProved = needsProof(action);
  const unproved = isProved ? await checkStepUp(ctx, operator, from, planHash, proof) : null;
  if (unproved !== null) return unproved;
  const proved = { ...step, detail: { step_up: isProved ? (proof?.by ?? null) : null } };
  const { subject } = step;
  const finished = (tx: Tx, result: Result, usdMinor: number) =>
    finishStep(ctx, tx, { operator: operator.id, key, claim, result, usdMinor });
  let answer: Result | null = null;
  let isMove = false;
  try {
    const ran = await boundAct(action).run(ctx, operator, async (tx, done) => {
      const about = { ...limited(operator), kind: action.kind, subject, done };
      const moved = movedBy(about);
      isMove = moved.isMoving;
      await holdCeiling(ctx, tx, moved, [operator.id], true);
      const plan = planOf(action, done, await whySecondPerson(ctx, tx, about, true));
      if (plan.plan_hash !== planHash) throw stopped({ kind: 'changed', plan });
      if (plan.needs.second_person !== null) throw stopped({ kind: 'waits', plan });
      answer = { state: 'done', sentence: `Done: ${done.title}.`, approval_id: null };
      await finished(tx, answer, done.worth?.minor ?? 0);
      await recordDone(ctx, tx, proved, { done, plan });
    });
    if (ran.kind === 'refused') return refused(409, ran.why, sentenceOf(ran));
  } catch (error) {
    if (error instanceof AboveCeiling) return refused(403, 'above_ceiling', error.message);
    if (!(error instanceof RolledBack)) throw error;
    // Verified edge: `stopped` makes every one of this run.
    const { value } = error as RolledBack<Stopped>;
    switch (value.kind) {
      case 'changed':
        return changed(value.plan);
      case 'taken_over':
        return inProgress();
      case 'waits':
        return askSecondPerson(ctx, proved, value.plan, finished);
    }
  }
  if (answer === null) throw new Error(`${action.kind} ended without its last statement`);
  if (isMove) await reportManyMoves(ctx, operator);
  return answer;
}

function inProgress(): Refused {
  return refused(409, 'in_progress', 'This step is being done. Look again in a moment.');
}

function stopped(value: Stopped): RolledBack<Stopped> {
  return new RolledBack(value);
}

async function finishStep(
  ctx: Ctx,
  tx: Tx,
  step: {
    readonly operator: string;
    readonly key: string;
    readonly claim: string;
    readonly result: Result;
    readonly usdMinor: number;
  },
): Promise<void> {
  const isSaved = (await tx.run(finishKey, { ...step, now: ctx.clock.real() })) === 1;
  if (!isSaved) throw stopped({ kind: 'taken_over' });
}

/** The refusal of a step that would now do otherwise than its plan. */
export function changed({ title, effects }: Pick<Plan, 'title' | 'effects'>): Refused {
  const detail = `It would now do otherwise. ${title}: ${effects.join(' ')}`;
  return refused(409, 'plan_changed', detail);
}

function limited({ id, roles }: Operator) {
  return { operator: id, roles };
}

function recordedOf({ operator, from }: Actor, action: Action, subject: Subject | null): Recorded {
  return { who: operator, from, action, subject, detail: {} };
}
