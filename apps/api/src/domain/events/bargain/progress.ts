import { BARGAIN_TASKS, type BargainTask } from '@webpay/contract/activity-shapes';
import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../../context.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
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
import { termsById } from './terms.ts';

/** An action that lowered the price. */
type PriceCut = {
  readonly n: number;
  readonly task: BargainTask;
  readonly day: Day;
  /** US cents. */
  readonly lowersMinor: number;
  /** Index of the wheel's prize, for a spin. */
  readonly prizeIndex: number | null;
};

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
  /** Price cuts with this coupon or of today. */
  readonly steps: readonly PriceCut[];
  /** Price reductions in US cents: the drawn one first, then the earned ones. */
  readonly partsOff: readonly number[];
  /** Product ids. */
  readonly bought: ReadonlySet<string>;
  readonly toppedUpMinor: number;
};

/** A session with its player's progress; `progress` is absent without a bargain or for players with orders. */
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
  const now = ctx.clock.now();
  const today = dayOf(now);
  const row =
    session.progress ??
    (await on.one(playerProgress, {
      playerId: session.player_id,
      eventId: event.event_id,
      now,
      today,
      startsAt: event.starts_at,
      todayFrom: new Date(Math.max(dayStart(today).getTime(), event.starts_at.getTime())),
      todayTo: new Date(Math.min(dayEnd(now).getTime(), event.ends_at.getTime())),
    }));
  const coupon = couponOf(row);
  const steps = row.steps.map(readPriceCut);
  return {
    today,
    terms: row.terms_id === null ? rulesOf(event, bargainRules) : await termsById(on, row.terms_id),
    coupon,
    steps,
    partsOff: partsOffBy(coupon, steps),
    bought: new Set(row.bought),
    toppedUpMinor: row.topped_up_minor,
  };
}

function couponOf({ n, drawn_minor, chosen, expires_at }: ProgressRow): Coupon | null {
  if (n === null || drawn_minor === null || expires_at === null) return null;
  return { n, drawnMinor: drawn_minor, chosen, expiresAt: expires_at };
}

/** Parses a step of queries.ts: `1 spin 2026-11-22 200 4`. @throws Error for anything else */
function readPriceCut(line: string): PriceCut {
  const [n, name, day, lowers, prizeIndex = null] = line.split(' ');
  const task = BARGAIN_TASKS.find((each) => each === name);
  if (task === undefined || day === undefined) throw new Error(`not a price cut: ${line}`);
  return {
    n: Number(n),
    task,
    day,
    lowersMinor: Number(lowers),
    prizeIndex: prizeIndex === null ? null : Number(prizeIndex),
  };
}

function partsOffBy(coupon: Coupon | null, steps: readonly PriceCut[]): readonly number[] {
  if (coupon === null) return [];
  const earned = steps.filter(({ n }) => n === coupon.n).map((step) => step.lowersMinor);
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

/** State of the event for this player. @throws Refusal NO_PRICE */
export function gameState(
  progress: BargainProgress,
  window: WindowState,
  currency: string,
): CallResult<'bargainInfo'>['state'] {
  if (window !== 'running') return window;
  if (packsLeft(progress).length === 0) return 'all_bought';
  return isLowest(progress, currency) ? 'at_minimum' : 'running';
}

/** Whether the task's own condition is met; always false for a spin, which is never claimed. */
export function isEarned({ terms, toppedUpMinor }: BargainProgress, task: BargainTask): boolean {
  const isToppedUp = toppedUpMinor >= terms.top_up.at_least_minor;
  return { sign_in: true, top_up: isToppedUp, spin: false }[task];
}

export function withPriceCut(progress: BargainProgress, step: PriceCut): BargainProgress {
  const steps = [...progress.steps, step];
  return { ...progress, steps, partsOff: partsOffBy(progress.coupon, steps) };
}

export function withCoupon(progress: BargainProgress, coupon: Coupon): BargainProgress {
  return { ...progress, coupon, partsOff: partsOffBy(coupon, progress.steps) };
}
