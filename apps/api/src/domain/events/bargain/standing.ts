import type { BargainTask } from '@webpay/contract/activity-shapes';
import type { Ctx } from '../../../context.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import { unreachable } from '../../../platform/unreachable.ts';
import { dayEnd, dayOf, dayStart, type Day, type WindowState } from '../days.ts';
import type { EventSession } from '../event-session.ts';
import { findEventOfKind } from '../find-event.ts';
import { rulesOf } from '../kind.ts';
import { findSession, hashToken } from '../../players/session.ts';
import { lookUpTogether } from '../../players/sessions-together.ts';
import type { Project, ProjectEvent } from '../../projects/catalogue-cache.ts';
import { packPrice, type PackPrice } from './price.ts';
import { bargainRules, type BargainRules, type PackTerms } from './rules.ts';
import { couponSessions, playerStanding, type StandingRow } from './queries.ts';
import { readStep, type Step } from './steps.ts';
import { termsById } from './terms.ts';

/** A coupon that lives. */
export type Coupon = {
  readonly n: number;
  readonly drawnMinor: number;
  readonly chosen: string | null;
  readonly expiresAt: Date;
};

/** Where a player stands in an event at a moment: all that its rules ask for. */
export type Standing = {
  readonly today: Day;
  /** Those of the coupon, which keeps what was promised; without one, the event's. */
  readonly terms: BargainRules;
  readonly coupon: Coupon | null;
  /** What was done with this coupon, and whatever was done today. */
  readonly steps: readonly Step[];
  /** All that is off the price, part by part, US cents: what was drawn, then what was earned. */
  readonly partsOff: readonly number[];
  /** Products. */
  readonly bought: ReadonlySet<string>;
  readonly toppedUpMinor: number;
};

/** A session with where its player stands in the event that the page shows; without it where there is no such event. */
export type BargainSession = EventSession & { readonly standing?: StandingRow };

/** Looks a session up for the event's page, by one statement with all that the page shows of a player without orders. */
export async function findBargainSession(
  ctx: Ctx,
  token: string,
  project: Project,
): Promise<BargainSession | null> {
  const event = findEventOfKind(project, 'bargain', ctx.clock.now());
  if (event === null) return findSession(ctx, token);
  const row = await lookUp(ctx, hashToken(token), {
    eventId: event.event_id,
    today: dayOf(ctx.clock.now()),
  });
  // Who ordered something is looked at again, by more.
  if (row === null || row.has_orders) return row;
  return { ...row, standing: { ...row, bought: [], topped_up_minor: 0 } };
}

const lookUp = lookUpTogether(couponSessions);

export async function readStanding(
  ctx: Ctx,
  on: Db | Tx,
  session: Pick<BargainSession, 'player_id' | 'standing'>,
  event: ProjectEvent,
): Promise<Standing> {
  const row =
    session.standing ??
    (await on.one(playerStanding, { playerId: session.player_id, ...momentOf(ctx, event) }));
  const coupon = couponOf(row);
  const steps = row.steps.map(readStep);
  return {
    today: dayOf(ctx.clock.now()),
    terms: row.terms_id === null ? rulesOf(event, bargainRules) : await termsById(on, row.terms_id),
    coupon,
    steps,
    partsOff: partsOffBy(coupon, steps),
    bought: new Set(row.bought),
    toppedUpMinor: row.topped_up_minor,
  };
}

function momentOf(ctx: Ctx, event: ProjectEvent) {
  const now = ctx.clock.now();
  const today = dayOf(now);
  return {
    eventId: event.event_id,
    now,
    today,
    startsAt: event.starts_at,
    todayFrom: laterOf(dayStart(today), event.starts_at),
    todayTo: earlierOf(dayEnd(now), event.ends_at),
  };
}

function couponOf({ n, drawn_minor, chosen, expires_at }: StandingRow): Coupon | null {
  if (n === null || drawn_minor === null || expires_at === null) return null;
  return { n, drawnMinor: drawn_minor, chosen, expiresAt: expires_at };
}

function laterOf(one: Date, other: Date): Date {
  return one.getTime() > other.getTime() ? one : other;
}

function earlierOf(one: Date, other: Date): Date {
  return one.getTime() < other.getTime() ? one : other;
}

function partsOffBy(coupon: Coupon | null, steps: readonly Step[]): readonly number[] {
  if (coupon === null) return [];
  const earned = steps.filter(({ n }) => n === coupon.n).map((step) => step.lowers_minor);
  return [coupon.drawnMinor, ...earned];
}

/** @throws Refusal NO_PRICE */
export function priceNow(standing: Standing, pack: PackTerms, currency: string): PackPrice {
  return packPrice(pack, currency, standing.partsOff);
}

export function isBought({ bought }: Standing, pack: PackTerms): boolean {
  return bought.has(pack.product_id);
}

export function packsLeft(standing: Standing): readonly PackTerms[] {
  if (standing.bought.size === 0) return standing.terms.packs;
  return standing.terms.packs.filter((pack) => !isBought(standing, pack));
}

/** The pack that is played for. What is the player's already is chosen no more, and of one that is left there is no choice. */
export function chosenPack(standing: Standing): PackTerms | null {
  const left = packsLeft(standing);
  const chosen = left.find(({ pack_id }) => pack_id === standing.coupon?.chosen);
  return chosen ?? (left.length === 1 ? (left[0] ?? null) : null);
}

/** Whether nothing can be lowered any more: of the pack chosen, or of all that are left. @throws Refusal NO_PRICE */
export function isLowest(standing: Standing, currency: string): boolean {
  const chosen = chosenPack(standing);
  const packs = chosen === null ? packsLeft(standing) : [chosen];
  return packs.every((pack) => {
    const { price, minimum } = priceNow(standing, pack, currency);
    return price === minimum;
  });
}

/** What was done today, whichever coupon it was for. */
export function doneToday({ steps, today }: Standing, task: BargainTask) {
  return steps.find((step) => step.task === task && step.day === today) ?? null;
}

export type GameState = 'not_started' | 'running' | 'at_minimum' | 'all_bought' | 'ended';

/** What can be done: lower the price, buy, or nothing (any more). @throws Refusal NO_PRICE */
export function gameState(standing: Standing, window: WindowState, currency: string): GameState {
  if (window !== 'running') return window;
  if (packsLeft(standing).length === 0) return 'all_bought';
  return isLowest(standing, currency) ? 'at_minimum' : 'running';
}

/** Whether a task can be claimed now, as far as the task goes. */
export function isEarned({ terms, toppedUpMinor }: Standing, task: BargainTask): boolean {
  switch (task) {
    case 'sign_in':
      return true;
    case 'top_up':
      return toppedUpMinor >= terms.top_up.at_least_minor;
    case 'spin':
      // It is spun, and counts by itself.
      return false;
    default:
      return unreachable('task', task);
  }
}

/** What becomes of it by a step that was written. */
export function withStep(standing: Standing, step: Step): Standing {
  const steps = [...standing.steps, step];
  return { ...standing, steps, partsOff: partsOffBy(standing.coupon, steps) };
}

/** The same with a coupon that was issued just now. */
export function withCoupon(standing: Standing, coupon: Coupon): Standing {
  return { ...standing, coupon, partsOff: partsOffBy(coupon, standing.steps) };
}
