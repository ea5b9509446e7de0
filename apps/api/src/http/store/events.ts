import { currencyOfCountry } from '../../domain/catalog/channels.ts';
import { listActivities } from '../../domain/events/activities/list-activities.ts';
import { choosePack } from '../../domain/events/bargain/choose-pack.ts';
import { claimTask } from '../../domain/events/bargain/claim-task.ts';
import type { BargainVisit } from '../../domain/events/bargain/enter-bargain.ts';
import { showBargain } from '../../domain/events/bargain/show-bargain.ts';
import { spinDaily } from '../../domain/events/bargain/spin-wheel.ts';
import { type BargainSession, findBargainSession } from '../../domain/events/bargain/progress.ts';
import { claimReward } from '../../domain/events/cumulation/claim-reward.ts';
import { showCumulation } from '../../domain/events/cumulation/show-cumulation.ts';
import { findEventSession } from '../../domain/events/event-session.ts';
import { setReminder } from '../../domain/events/reminders/set-reminder.ts';
import { type CardVisit, showCards } from '../../domain/events/weekly-card/card-info.ts';
import { type CardSession, findCardSession } from '../../domain/events/weekly-card/cards-of.ts';
import { claimCard } from '../../domain/events/weekly-card/claim-card.ts';
import { type StoreCall, type StoreRoutes, countryOf, serve, serveWith } from './route.ts';

/** The events: activities, the bargain and its wheel (F07, F08), the weekly card (F10) and the cumulation (R16). */
export function registerEventCalls(routes: StoreRoutes): void {
  serve(routes, {
    activityList: (ctx, { project, session, lang }) =>
      listActivities(ctx, { project, session, lang }),
    activityRemind: (ctx, { project, session, lang, input }) =>
      setReminder(ctx, { project, session, lang, eventId: input.activity_id, on: input.on }),
    cumulationClaim: (ctx, call) => claimReward(ctx, call, call.input.task_id),
  });
  serveWith(routes, findBargainSession, {
    bargainInfo: (ctx, call) => showBargain(ctx, bargainVisit(call)),
    bargainChoose: (ctx, call) => choosePack(ctx, bargainVisit(call), call.input.pack_id),
    bargainClaim: (ctx, call) => claimTask(ctx, bargainVisit(call), call.input.task),
    bargainSpin: (ctx, call) => spinDaily(ctx, bargainVisit(call)),
  });
  serveWith(routes, findCardSession, {
    cardInfo: (ctx, call) => showCards(ctx, cardVisit(call)),
    cardClaim: (ctx, call) => claimCard(ctx, { ...cardVisit(call), cardId: call.input.card_id }),
  });
  serveWith(routes, findEventSession, { cumulationInfo: showCumulation });
}

function bargainVisit(
  call: StoreCall<'bargainInfo' | 'bargainChoose' | 'bargainClaim' | 'bargainSpin', BargainSession>,
): BargainVisit {
  const { project, session, lang } = call;
  return { project, session, lang, currency: currencyOfCountry(project, countryOf(call)) };
}

type CardCall = StoreCall<'cardInfo', CardSession> | StoreCall<'cardClaim', CardSession>;

function cardVisit(call: CardCall): CardVisit {
  const { project, session, lang } = call;
  return { project, session, lang, country: countryOf(call) };
}
