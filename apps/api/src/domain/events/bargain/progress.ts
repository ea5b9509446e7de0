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
import { couponSessions, playerProgress, type ProgressRow } from './queries.ts';
import { readStep, type Step } from './steps.ts';
import { termsById } from './terms.ts';

/** A valid coupon. */
export type Coupon = {
  readonly n: number;
  readonly drawnMinor: number;
  readonly chosen: string | null;
  readonly expiresAt: Date;
};

/** A player's progress in an event at a moment. */
export type BargainProgress = {
  readonly today: Day;
  /** The coupon's stored terms; without a coupon, the event's. */
  readonly terms: BargainRules;
  readonly coupon: Coupon | null;
  /** Steps with this coupon or of today. */
  readonly steps: readonly Step[];
  /** Price reductions in US cents: the drawn one first, then the earned ones. */
  readonly partsOff: readonly number[];
  /** Product ids. */
  readonly bought: ReadonlySet<string>;
  readonly toppedUpMinor: number;
};

/** A session with its player's progress; absent without a bargain or for players with orders. */
export type BargainSession = EventSession & { readonly progress?: ProgressRow };

/** Looks a session up with the progress of a player without orders in one statement. */
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
  // Players with orders need another statement.
  if (row === null || row.has_orders) return row;
  return { ...row, progress: { ...row, bought: [], topped_up_minor: 0 } };
}

const lookUp = lookUpTogether(couponSessions);

export async function readProgress(
  ctx: Ctx,
  on: Db | Tx,
  session: Pick<BargainSession, 'player_id' | 'progress'>,
  event: ProjectEvent,
): Promise<BargainProgress> {
  const row =
    session.progress ??
    (await on.one(playerProgress, { playerId: session.player_id, ...momentOf(ctx, event) }));
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

function couponOf({ n, drawn_minor, chosen, expires_at }: ProgressRow): Coupon | null {
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
export function priceNow(progress: BargainProgress, pack: PackTerms, currency: string): PackPrice {
  return packPrice(pack, currency, progress.partsOff);
}

export function isBought({ bought }: BargainProgress, pack: PackTerms): boolean {
  return bought.has(pack.product_id);
}

export function packsLeft(progress: BargainProgress): readonly PackTerms[] {
  if (progress.bought.size === 0) return progress.terms.packs;
  return progress.terms.packs.filter((pack) => !isBought(progress, pack));
}

/** The chosen pack, unless it is bought; a single remaining pack is chosen automatically. */
export function chosenPack(progress: BargainProgress): PackTerms | null {
  const left = packsLeft(progress);
  const chosen = left.find(({ pack_id }) => pack_id === progress.coupon?.chosen);
  return chosen ?? (left.length === 1 ? (left[0] ?? null) : null);
}

/** Whether the chosen pack, or every remaining one, is at its minimum. @throws Refusal NO_PRICE */
export function isLowest(progress: BargainProgress, currency: string): boolean {
  const chosen = chosenPack(progress);
  const packs = chosen === null ? packsLeft(progress) : [chosen];
  return packs.every((pack) => {
    const { price, minimum } = priceNow(progress, pack, currency);
    return price === minimum;
  });
}

/** Today's step of a task, with any coupon. */
export function doneToday({ steps, today }: BargainProgress, task: BargainTask) {
  return steps.find((step) => step.task === task && step.day === today) ?? null;
}

export type GameState = 'not_started' | 'running' | 'at_minimum' | 'all_bought' | 'ended';

/** The possible actions: lower the price, buy, or none. @throws Refusal NO_PRICE */
export function gameState(
  progress: BargainProgress,
  window: WindowState,
  currency: string,
): GameState {
  if (window !== 'running') return window;
  if (packsLeft(progress).length === 0) return 'all_bought';
  return isLowest(progress, currency) ? 'at_minimum' : 'running';
}

/** Whether the task's own condition is met. */
export function isEarned({ terms, toppedUpMinor }: BargainProgress, task: BargainTask): boolean {
  switch (task) {
    case 'sign_in':
      return true;
    case 'top_up':
      return toppedUpMinor >= terms.top_up.at_least_minor;
    case 'spin':
      // A spin needs no claim.
      return false;
    default:
      return unreachable('task', task);
  }
}

export function withStep(progress: BargainProgress, step: Step): BargainProgress {
  const steps = [...progress.steps, step];
  return { ...progress, steps, partsOff: partsOffBy(progress.coupon, steps) };
}

export function withCoupon(progress: BargainProgress, coupon: Coupon): BargainProgress {
  return { ...progress, coupon, partsOff: partsOffBy(coupon, progress.steps) };
}
