import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../context.ts';
import { dayEnd } from '../events/days.ts';
import { stateOf } from '../events/find-event.ts';
import { readNotices } from '../events/read-notices.ts';
import { textIn } from '../projects/texts.ts';
import { enterBargain, type BargainVisit, type Entered } from './enter-bargain.ts';
import { chosenPack, doneToday, gameState } from './standing.ts';
import { moneyOff, showCoupon, showPacks, showTasks } from './show-parts.ts';
import { showWheel } from './show-wheel.ts';

type Info = CallResult<'bargainInfo'>;

/**
 * F07: the event as it stands for a player; the first look inside its window issues the coupon.
 * @throws Refusal NOT_IN_ACTIVITY_TIME where the project has none, NO_PRICE where its packs have no price
 */
export async function showBargain(ctx: Ctx, visit: BargainVisit): Promise<Info> {
  return showEntered(ctx, visit, await enterBargain(ctx, visit));
}

/** The same of what is known already. */
export async function showEntered(ctx: Ctx, visit: BargainVisit, entered: Entered): Promise<Info> {
  const { event, standing } = entered;
  const { project, lang, session, currency } = visit;
  const now = ctx.clock.now();
  const state = gameState(standing, stateOf(event, now), currency);
  return {
    id: event.event_id,
    title: textIn(event.data.title, lang, project.lang_default),
    remind: await readNotices(ctx, session, event.event_id),
    starts_at: event.starts_at.getTime(),
    ends_at: event.ends_at.getTime(),
    server_day_ends_at: dayEnd(now).getTime(),
    packs: showPacks(visit, standing),
    chosen: chosenPack(standing)?.pack_id ?? null,
    coupon: showCoupon(visit, entered),
    tasks: showTasks(visit, standing, state === 'running'),
    spins_left: state === 'running' && doneToday(standing, 'spin') === null ? 1 : 0,
    wheel: showWheel(visit, standing),
    coupon_range: {
      from: moneyOff(visit, standing, standing.terms.coupon.from_minor),
      to: moneyOff(visit, standing, standing.terms.coupon.to_minor),
    },
    state,
  };
}
