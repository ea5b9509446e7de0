import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Tx } from '../../platform/db/pool.ts';
import {
  endTrial,
  hiddenMethods,
  insertStop,
  lockStopsOfMethod,
  lockTrial,
  postponeStop,
  startTrial,
  stopsOfMethod,
} from './queries.ts';
import { admissionOf, countryOfStop, nextTryAt, TRIAL_MS } from './rules.ts';

/** An attempt, as the stops of its method need it. */
type MethodAttempt = {
  readonly id: string;
  readonly project: string;
  readonly pay_id: string;
  readonly country: string;
};

/** The calls of an attempt that a gateway may refuse for its contract. */
type Step = 'open' | 'submit';

/** The ids of the methods that are not offered in a country now (decision 0028). */
export async function findHiddenMethods(
  ctx: Ctx,
  project: string,
  country: string,
): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.many(hiddenMethods, { project, country, now: ctx.clock.now() });
  return new Set(rows.map((row) => row.pay_id));
}

/**
 * Admits an attempt to its method: always while no stop counts, else one attempt at a time once the
 * stop is due. Called under the locks of player and order; stops are locked last.
 * @returns whether the attempt tries a stopped method
 * @throws Refusal CHANNEL_UNAVAILABLE while the method is off
 */
export async function admitToMethod(ctx: Ctx, tx: Tx, attempt: MethodAttempt): Promise<boolean> {
  const { id: attemptId, project, pay_id: payId, country } = attempt;
  const method = { project, payId, country };
  const now = ctx.clock.now();
  const check = (stop: Parameters<typeof admissionOf>[0]) => {
    const admission = admissionOf(stop, attemptId, now);
    if (admission === 'refused') throw new Refusal('CHANNEL_UNAVAILABLE');
    return admission;
  };
  const seen = (await tx.many(stopsOfMethod, method)).map(check);
  if (!seen.includes('due')) return seen.length > 0;
  // Several attempts may have seen a due stop: the first to lock it tries the method.
  const isTrial = (await tx.many(lockStopsOfMethod, method)).map(check).length > 0;
  const retryAt = new Date(now.getTime() + TRIAL_MS);
  await tx.run(startTrial, { ...method, attemptId, retryAt, now });
  return isTrial;
}

/**
 * Switches a method off after its gateway's refusal, or postpones the next try after a refused one.
 * @returns the country of the new stop; null when the method was off already
 */
export async function stopMethod(
  ctx: Ctx,
  tx: Tx,
  attempt: MethodAttempt,
  refusal: {
    readonly cause: 'contract' | 'account';
    readonly code: string;
    readonly step: Step;
  },
): Promise<string | null> {
  const { id: attemptId, project, pay_id: payId } = attempt;
  const { code, step } = refusal;
  const method = { project, payId, country: countryOfStop(refusal.cause, attempt.country) };
  const now = ctx.clock.now();
  const after = (refusedTries: number) => nextTryAt(now, refusedTries, ctx.config.methodRetryHours);
  const isNew = await tx.maybe(insertStop, { ...method, code, step, now, retryAt: after(0) });
  if (isNew !== null) return method.country;
  const trial = await tx.maybe(lockTrial, { ...method, attemptId });
  if (trial === null) return null;
  const retryAt = after(trial.retry_count + 1);
  await tx.run(postponeStop, { ...method, attemptId, code, step, retryAt });
  return null;
}

/** Switches a method on again once its gateway took the call that it had refused. */
export async function endTrialOf(
  ctx: Ctx,
  tx: Pick<Tx, 'many'>,
  attempt: { readonly id: string; readonly tries_method: boolean },
  step: Step,
): Promise<void> {
  if (!attempt.tries_method) return;
  const ended = await tx.many(endTrial, {
    attemptId: attempt.id,
    isSubmitted: step === 'submit',
    now: ctx.clock.now(),
  });
  for (const method of ended) ctx.log.info(method, 'a method is on again');
}
