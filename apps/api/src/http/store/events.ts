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
import { type StoreCall, type StoreRoutes, countryOf, route } from './route.ts';

/** The events: activities, the bargain and its wheel (F07, F08), the weekly card (F10) and the cumulation (R16). */
export function registerEventCalls(routes: StoreRoutes): void {
  route(routes, 'activityList', (ctx, { project, session, lang }) =>
    listActivities(ctx, { project, session, lang }),
  );

  route(routes, 'activityRemind', (ctx, { project, session, lang, input }) =>
    setReminder(ctx, { project, session, lang, eventId: input.activity_id, on: input.on }),
  );

  route(
    routes,
    'bargainInfo',
    (ctx, call) => showBargain(ctx, bargainVisit(call)),
    findBargainSession,
  );

  route(
    routes,
    'bargainChoose',
    (ctx, call) => choosePack(ctx, bargainVisit(call), call.input.pack_id),
    findBargainSession,
  );

  route(
    routes,
    'bargainClaim',
    (ctx, call) => claimTask(ctx, bargainVisit(call), call.input.task),
    findBargainSession,
  );

  route(
    routes,
    'bargainSpin',
    (ctx, call) => spinDaily(ctx, bargainVisit(call)),
    findBargainSession,
  );

  route(routes, 'cardInfo', (ctx, call) => showCards(ctx, cardVisit(call)), findCardSession);

  route(
    routes,
    'cardClaim',
    (ctx, call) => claimCard(ctx, { ...cardVisit(call), cardId: call.input.card_id }),
    findCardSession,
  );

  route(routes, 'cumulationInfo', showCumulation, findEventSession);

  route(routes, 'cumulationClaim', (ctx, call) => claimReward(ctx, call, call.input.task_id));
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
