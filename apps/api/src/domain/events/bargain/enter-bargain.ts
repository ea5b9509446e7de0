import type { Ctx } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import { dayOf, stateOf } from '../days.ts';
import { beginRound, type Seen } from '../country.ts';
import { eventOfKind } from '../find-event.ts';
import { rulesOf } from '../kind.ts';
import type { Project, ProjectEvent } from '../../projects/catalogue-cache.ts';
import { drawCoupon } from './draw.ts';
import { bargainRules } from './rules.ts';
import { insertCoupon } from './queries.ts';
import {
  packsLeft,
  readProgress,
  type BargainSession,
  type Coupon,
  type BargainProgress,
  withCoupon,
} from './progress.ts';
import { termsIdOf } from './terms.ts';

const DAY_MS = 86_400_000;

/** A view of the event by one player, in the currency of one country. */
export type BargainVisit = {
  readonly session: Pick<BargainSession, 'player_id' | 'progress' | 'has_reminders' | 'is_made_up'>;
  readonly project: Project;
  readonly currency: string;
  readonly lang: string;
};

/** A call that plays. */
export type BargainPlay = BargainVisit & { readonly seen: Seen };

export type Entered = {
  readonly event: ProjectEvent;
  readonly progress: BargainProgress;
  /** This visit issued the coupon. */
  readonly isNew: boolean;
};

/**
 * S10: the first visit inside the window issues a coupon, also among concurrent ones. Without a
 * valid coupon and with every pack bought, none is issued.
 * @throws Refusal NOT_IN_ACTIVITY_TIME where the project has no such event
 */
export async function enterBargain(ctx: Ctx, visit: BargainVisit): Promise<Entered> {
  const event = eventOfKind(visit.project, 'bargain', ctx.clock.now());
  const progress = await readProgress(ctx, ctx.db, visit.session, event);
  const isRunning = stateOf(event, ctx.clock.now()) === 'running';
  if (!isRunning || progress.coupon !== null || packsLeft(progress).length === 0) {
    return { event, progress, isNew: false };
  }
  return issueCoupon(ctx, visit, event, progress);
}

/** @throws Refusal NOT_IN_ACTIVITY_TIME outside the window, ALL_PACKS_BOUGHT */
export async function enterToPlay(
  ctx: Ctx,
  visit: BargainPlay,
): Promise<Entered & { readonly coupon: Coupon }> {
  const entered = await enterBargain(ctx, visit);
  if (stateOf(entered.event, ctx.clock.now()) !== 'running') {
    throw new Refusal('NOT_IN_ACTIVITY_TIME');
  }
  // Not at the first look: a coupon that nobody uses keeps no country.
  await beginRound(ctx, ctx.db, visit.session, entered.event, visit.seen);
  const { coupon } = entered.progress;
  if (coupon === null || packsLeft(entered.progress).length === 0) {
    throw new Refusal('ALL_PACKS_BOUGHT');
  }
  return { ...entered, coupon };
}

async function issueCoupon(
  ctx: Ctx,
  { session }: BargainVisit,
  event: ProjectEvent,
  without: BargainProgress,
): Promise<Entered> {
  const now = ctx.clock.now();
  const terms = rulesOf(event, bargainRules);
  const draw = drawCoupon(ctx, terms.coupon);
  const expiresAt = new Date(now.getTime() + terms.coupon.days * DAY_MS);
  const issued = await ctx.db.maybe(insertCoupon, {
    playerId: session.player_id,
    eventId: event.event_id,
    termsId: termsIdOf(terms),
    drawnMinor: draw.value_minor,
    draw,
    issuedAt: now,
    expiresAt,
    rules: terms,
  });
  if (issued === null) {
    const progress = await readProgress(ctx, ctx.db, { player_id: session.player_id }, event);
    return { event, progress, isNew: false };
  }
  const coupon = { n: issued.n, drawnMinor: draw.value_minor, chosen: null, expiresAt };
  const progress = withCoupon({ ...without, terms, today: dayOf(now) }, coupon);
  return { event, progress, isNew: true };
}
