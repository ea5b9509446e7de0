import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../../context.ts';
import { dayEnd } from '../days.ts';
import { stateOf } from '../find-event.ts';
import { readNotices } from '../read-notices.ts';
import { createSharedViews } from '../shared-views.ts';
import { textIn } from '../../projects/texts.ts';
import { enterBargain, type BargainVisit, type Entered } from './enter-bargain.ts';
import { chosenPack, doneToday, gameState } from './standing.ts';
import { moneyOff, showCoupon, showPacks, showTasks } from './show-parts.ts';
import { showWheel } from './show-wheel.ts';
import { termsIdOf } from './terms.ts';

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
  const now = ctx.clock.now();
  const remind = await readNotices(ctx, visit.session, entered.event.event_id);
  const make = () => viewOf(visit, entered, now, remind);
  const seen = standingKey(entered);
  if (seen === null) return make();
  const { lang, currency } = visit;
  const window = stateOf(entered.event, now);
  const key = `${lang} ${currency} ${entered.standing.today} ${window} ${remind} ${seen}`;
  return viewsOfStandings(entered.event, key, make);
}

/** Whoever looks again, having done nothing since, is shown what was written out before. */
const viewsOfStandings = createSharedViews<Info>();

/** All of a standing that its view is made of; null for those with a past, whose view takes more. */
function standingKey({ standing, isNew }: Entered): string | null {
  const { coupon, steps, bought, toppedUpMinor, terms } = standing;
  if (isNew || bought.size > 0 || toppedUpMinor > 0) return null;
  const held =
    coupon && `${coupon.n} ${coupon.drawnMinor} ${coupon.chosen} ${coupon.expiresAt.getTime()}`;
  const done = steps.map(({ n, task, day, lowers_minor, prize_index }) =>
    [n, task, day, lowers_minor, prize_index].join(' '),
  );
  return [termsIdOf(terms), held, ...done].join(', ');
}

function viewOf(visit: BargainVisit, entered: Entered, now: Date, remind: boolean): Info {
  const { event, standing } = entered;
  const { project, lang, currency } = visit;
  const state = gameState(standing, stateOf(event, now), currency);
  return {
    id: event.event_id,
    title: textIn(event.data.title, lang, project.lang_default),
    remind,
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
