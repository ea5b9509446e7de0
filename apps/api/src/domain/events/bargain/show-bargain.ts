import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../../context.ts';
import { dayEnd, stateOf } from '../days.ts';
import { readNotices } from '../event-session.ts';
import { createSharedViews } from '../../projects/shared-views.ts';
import { textIn } from '../../projects/texts.ts';
import { enterBargain, type BargainVisit, type Entered } from './enter-bargain.ts';
import { chosenPack, doneToday, gameState } from './progress.ts';
import { moneyOff, showCoupon, showPacks, showTasks } from './show-parts.ts';
import { showWheel } from './show-wheel.ts';
import { termsIdOf } from './terms.ts';

type Info = CallResult<'bargainInfo'>;

/** F07; the first view issues the coupon. @throws Refusal NOT_IN_ACTIVITY_TIME, NO_PRICE */
export async function showBargain(ctx: Ctx, visit: BargainVisit): Promise<Info> {
  return showEntered(ctx, visit, await enterBargain(ctx, visit));
}

/** Caches views of players whose progress has not changed. */
const sharedView = createSharedViews<Info>();

export async function showEntered(ctx: Ctx, visit: BargainVisit, entered: Entered): Promise<Info> {
  const { event, progress, isNew } = entered;
  const { project, lang, currency } = visit;
  const { today, terms, coupon, steps, bought, toppedUpMinor } = progress;
  const now = ctx.clock.now();
  const window = stateOf(event, now);
  const remind = await readNotices(ctx, visit.session, event.event_id);
  const view = (): Info => {
    const state = gameState(progress, window, currency);
    return {
      id: event.event_id,
      title: textIn(event.data.title, lang, project.lang_default),
      remind,
      starts_at: event.starts_at.getTime(),
      ends_at: event.ends_at.getTime(),
      server_day_ends_at: dayEnd(now).getTime(),
      packs: showPacks(visit, progress),
      chosen: chosenPack(progress)?.pack_id ?? null,
      coupon: showCoupon(visit, entered),
      tasks: showTasks(visit, progress, state === 'running'),
      spins_left: state === 'running' && doneToday(progress, 'spin') === null ? 1 : 0,
      wheel: showWheel(visit, progress),
      coupon_range: {
        from: moneyOff(visit, progress, terms.coupon.from_minor),
        to: moneyOff(visit, progress, terms.coupon.to_minor),
      },
      state,
    };
  };
  // The view after purchases or top-ups depends on more.
  if (isNew || bought.size > 0 || toppedUpMinor > 0) return view();
  const key = [lang, currency, today, window, remind, termsIdOf(terms), coupon, steps];
  return sharedView(event, JSON.stringify(key), view);
}
