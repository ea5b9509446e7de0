import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../../context.ts';
import { dayEnd } from '../days.ts';
import { stateOf } from '../find-event.ts';
import { readNotices } from '../read-notices.ts';
import { createSharedViews } from '../shared-views.ts';
import { textIn } from '../../projects/texts.ts';
import { enterBargain, type BargainVisit, type Entered } from './enter-bargain.ts';
import { chosenPack, doneToday, gameState } from './progress.ts';
import { moneyOff, showCoupon, showPacks, showTasks } from './show-parts.ts';
import { showWheel } from './show-wheel.ts';
import { termsIdOf } from './terms.ts';

type Info = CallResult<'bargainInfo'>;

/**
 * F07; the first view in the window issues the coupon. @throws Refusal NOT_IN_ACTIVITY_TIME,
 * NO_PRICE
 */
export async function showBargain(ctx: Ctx, visit: BargainVisit): Promise<Info> {
  return showEntered(ctx, visit, await enterBargain(ctx, visit));
}

export async function showEntered(ctx: Ctx, visit: BargainVisit, entered: Entered): Promise<Info> {
  const now = ctx.clock.now();
  const remind = await readNotices(ctx, visit.session, entered.event.event_id);
  const make = () => viewOf(visit, entered, now, remind);
  const seen = viewKey(entered);
  if (seen === null) return make();
  const { lang, currency } = visit;
  const window = stateOf(entered.event, now);
  const key = `${lang} ${currency} ${entered.progress.today} ${window} ${remind} ${seen}`;
  return sharedView(entered.event, key, make);
}

/** Caches views of players whose progress has not changed. */
const sharedView = createSharedViews<Info>();

/** null for progress with purchases or top-ups, whose view depends on more. */
function viewKey({ progress, isNew }: Entered): string | null {
  const { coupon, steps, bought, toppedUpMinor, terms } = progress;
  if (isNew || bought.size > 0 || toppedUpMinor > 0) return null;
  const couponPart =
    coupon && `${coupon.n} ${coupon.drawnMinor} ${coupon.chosen} ${coupon.expiresAt.getTime()}`;
  const done = steps.map(({ n, task, day, lowers_minor, prize_index }) =>
    [n, task, day, lowers_minor, prize_index].join(' '),
  );
  return [termsIdOf(terms), couponPart, ...done].join(', ');
}

function viewOf(visit: BargainVisit, entered: Entered, now: Date, remind: boolean): Info {
  const { event, progress } = entered;
  const { project, lang, currency } = visit;
  const state = gameState(progress, stateOf(event, now), currency);
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
      from: moneyOff(visit, progress, progress.terms.coupon.from_minor),
      to: moneyOff(visit, progress, progress.terms.coupon.to_minor),
    },
    state,
  };
}
