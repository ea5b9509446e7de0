import { ACTIONS, type ActionKind } from '@webpay/contract/console/actions';
import type { ConsoleRole } from '@webpay/contract/console/permissions';
import type { Sum } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../context.ts';
import type { Queries } from '../../platform/db/pool.ts';
import type { Done, Subject } from './act.ts';
import { confirmedSince } from './approval-queries.ts';
import { lockLimits, movesSince, risksOf, usedSince, takeBrokenLimits } from './queries.ts';
import { sumInWords } from './words.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';

const CENTS = 100;
const HOUR_MS = 3_600_000;
/** Steps of one person in an hour that moved money, at LIMIT_SCALE 1: more than these alarm. */
const MOVES_ABOVE = 20;
/** A flag counts for this time after it was cleared: the person who clears it must not gain by it alone. */
const CLEARED_FOR_MS = 7 * 86_400_000;

/** The most that one person moves alone, in US cents. */
type Limits = { readonly stepMinor: number; readonly dayMinor: number };

/** The limits of an operator's highest role. */
export function limitsOf({ config }: Pick<Ctx, 'config'>, roles: readonly ConsoleRole[]): Limits {
  const { stepUsd, dayUsd } = config.consoleLimits[isHigh(roles) ? 'finance' : 'support'];
  return { stepMinor: stepUsd * CENTS, dayMinor: dayUsd * CENTS };
}

/** Why a sum needs a second person; null: it does not. @param usedMinor of this day, without the sum */
export function passedLimit(worth: Sum, usedMinor: number, limits: Limits): string | null {
  const usd = (minor: number) => sumInWords({ minor, currency: 'USD' });
  const { stepMinor, dayMinor } = limits;
  if (worth.minor > stepMinor) return `It is above your limit of ${usd(stepMinor)} a step.`;
  if (usedMinor + worth.minor > dayMinor) {
    return `With your other steps of this day (UTC), it is above your limit of ${usd(dayMinor)} a day.`;
  }
  return null;
}

/**
 * Why a person may not confirm another one's sum: a person of support confirms up to the sum of a day, all steps together.
 * @param db the step's own transaction
 */
export async function beyondConfirmer(
  ctx: Pick<Ctx, 'config' | 'clock'>,
  db: Queries,
  { id: operator, roles }: { readonly id: string; readonly roles: readonly ConsoleRole[] },
  { worth }: Pick<Done, 'worth'>,
): Promise<string | null> {
  if (isHigh(roles) || worth === null) return null;
  const { dayMinor } = limitsOf(ctx, roles);
  await db.one(lockLimits, { operator });
  const since = dayStart(ctx.clock.real());
  const { usd_minor: confirmed } = await db.one(confirmedSince, { operator, since });
  if (confirmed + worth.minor <= dayMinor) return null;
  const most = sumInWords({ minor: dayMinor, currency: 'USD' });
  return `You confirm up to ${most} a day (UTC). Finance or an admin confirms this step.`;
}

const isHigh = (roles: readonly ConsoleRole[]): boolean =>
  roles.includes('finance') || roles.includes('admin');

type Step = {
  readonly kind: ActionKind;
  readonly subject: Subject;
  readonly done: Done;
  readonly operator: string;
  readonly roles: readonly ConsoleRole[];
};

/**
 * Why a second person must confirm a step; null: none must.
 * @param db the step's own transaction
 * @param isFinal the step itself: later steps of the operator wait until it ends
 */
export async function whySecondPerson(
  ctx: Ctx,
  db: Queries,
  step: Step,
  isFinal: boolean,
): Promise<string | null> {
  const rule = ACTIONS[step.kind];
  if (rule.secondPerson === 'never') return null;
  if (rule.secondPerson === 'step') return step.done.secondPerson ?? null;
  if (rule.secondPerson === 'always') return 'This kind of step always needs a second person.';
  const { playerId, orderId } = step.subject;
  const since = new Date(ctx.clock.now().getTime() - CLEARED_FOR_MS);
  const risks = await db.one(risksOf, { playerId, orderId, since });
  if (risks.is_flagged) return 'The player is flagged, or was within a week.';
  if (risks.has_open_dispute) return 'A dispute about the order is open.';
  return overLimit(ctx, db, { ...step, ...movedBy(step) }, isFinal);
}

/** A step that moves money or goods has a worth, known or not. */
export function movedBy({ kind, done }: Pick<Step, 'kind' | 'done'>) {
  const isMoving = done.amount !== null || kind === 'approve_resend';
  return { worth: isMoving ? done.worth : null, isMoving };
}

/** Why a step is beyond a person's own limits; null: it is not. */
export async function overLimit(
  ctx: Ctx,
  db: Queries,
  step: Pick<Step, 'operator' | 'roles'> & {
    /** Null: none, or not known. */
    readonly worth: Sum | null;
    readonly isMoving: boolean;
  },
  isFinal: boolean,
): Promise<string | null> {
  const { worth, operator } = step;
  if (worth === null) return step.isMoving ? 'Its worth in US dollars is not known.' : null;
  if (isFinal) await db.one(lockLimits, { operator });
  const since = dayStart(ctx.clock.real());
  const { usd_minor: used } = await db.one(usedSince, { operator, since });
  return passedLimit(worth, used, limitsOf(ctx, step.roles));
}

/** Alerts when one person moves money often: each small refund is below every limit. */
export async function reportManyMoves(
  ctx: Ctx,
  { id: operator, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const since = new Date(ctx.clock.real().getTime() - HOUR_MS);
  const { count } = await ctx.db.one(movesSince, { operator, since });
  if (count <= MOVES_ABOVE * ctx.config.limitScale) return;
  raiseAlert(ctx, 'refunds_many', { operator: name, in_an_hour: count });
}

/** The beginning of the day (UTC) that limits count. */
export function dayStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
}

/** Alerts once about each command that went beyond the limits: a command itself has no metrics. */
export async function reportBrokenLimits(ctx: Ctx): Promise<void> {
  for (const each of await ctx.db.many(takeBrokenLimits, { now: ctx.clock.real() })) {
    const { operator, usd_minor: usdMinor, done_at: at } = each;
    raiseAlert(ctx, 'limits_broken', {
      operator,
      usd_minor: usdMinor,
      at: at?.toISOString() ?? null,
    });
  }
}
