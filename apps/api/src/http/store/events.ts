import type { Ctx } from '../../context.ts';
import { currencyOfCountry } from '../../domain/catalog/channels.ts';
import { listActivities } from '../../domain/events/activities/list-activities.ts';
import { choosePack } from '../../domain/events/bargain/choose-pack.ts';
import { claimTask } from '../../domain/events/bargain/claim-task.ts';
import type { BargainPlay } from '../../domain/events/bargain/enter-bargain.ts';
import { showBargain } from '../../domain/events/bargain/show-bargain.ts';
import { spinDaily } from '../../domain/events/bargain/spin-wheel.ts';
import { type BargainSession, findBargainSession } from '../../domain/events/bargain/progress.ts';
import { claimReward } from '../../domain/events/cumulation/claim-reward.ts';
import { showCumulation } from '../../domain/events/cumulation/show-cumulation.ts';
import { seenByPlayer } from '../../domain/events/country.ts';
import { findEventOfKind } from '../../domain/events/find-event.ts';
import { findEventSession } from '../../domain/events/event-session.ts';
import { setReminder } from '../../domain/events/reminders/set-reminder.ts';
import { type CardVisit, showCards } from '../../domain/events/weekly-card/card-info.ts';
import { type CardSession, findCardSession } from '../../domain/events/weekly-card/cards-of.ts';
import { claimCard } from '../../domain/events/weekly-card/claim-card.ts';
import type { Project } from '../../domain/projects/catalogue-cache.ts';
import {
  type StoreCall,
  type StoreRoutes,
  countryOf,
  serve,
  serveWith,
  whereaboutsIn,
} from './route.ts';

/** The events: activities, the bargain and its wheel (F07, F08), the weekly card (F10) and the cumulation (R16). */
export function registerEventCalls(routes: StoreRoutes): void {
  serve(routes, {
    activityList: async (ctx, call) => listActivities(ctx, await seenIn(ctx, call)),
    activityRemind: async (ctx, call) => {
      const { activity_id: eventId, on } = call.input;
      // A reminder can be switched off where the event is shut.
      if (!on) return setReminder(ctx, { ...call, country: null, eventId, on });
      const { seen, ...visit } = await seenIn(ctx, call);
      return setReminder(ctx, {
        ...visit,
        country: seen.isGuess ? null : seen.country,
        eventId,
        on,
      });
    },
    cumulationClaim: async (ctx, call) =>
      claimReward(ctx, await seenIn(ctx, call), call.input.task_id),
  });
  serveWith(routes, findBargainSession, {
    bargainInfo: async (ctx, call) => showBargain(ctx, await bargainVisit(ctx, call)),
    bargainChoose: async (ctx, call) =>
      choosePack(ctx, await bargainVisit(ctx, call), call.input.pack_id),
    bargainClaim: async (ctx, call) =>
      claimTask(ctx, await bargainVisit(ctx, call), call.input.task),
    bargainSpin: async (ctx, call) => spinDaily(ctx, await bargainVisit(ctx, call)),
  });
  serveWith(routes, findCardSession, {
    cardInfo: async (ctx, call) => showCards(ctx, await cardVisit(ctx, call)),
    cardClaim: async (ctx, call) =>
      claimCard(ctx, { ...(await cardVisit(ctx, call)), cardId: call.input.card_id }),
  });
  serveWith(routes, findEventSession, {
    cumulationInfo: async (ctx, call) => showCumulation(ctx, await seenIn(ctx, call)),
  });
}

type Seeing = Parameters<typeof whereaboutsIn>[0] & {
  readonly project: Project;
  readonly lang: string;
};

/** The call with the events that its player may see. */
async function seenIn<S extends { readonly player_id: number }>(
  ctx: Ctx,
  call: Seeing & { readonly session: S },
) {
  const { session, lang } = call;
  const seen = await seenByPlayer(ctx.db, call.project, session, whereaboutsIn(call));
  return { project: seen.project, session, lang, seen };
}

async function bargainVisit(
  ctx: Ctx,
  call: StoreCall<'bargainInfo' | 'bargainChoose' | 'bargainClaim' | 'bargainSpin', BargainSession>,
): Promise<BargainPlay> {
  const currency = currencyOfCountry(call.project, countryOf(call));
  const { session, ...visit } = await seenIn(ctx, call);
  if (visit.project === call.project) return { ...visit, session, currency };
  // The session was read with the progress of the event that runs without regard to countries.
  const now = ctx.clock.now();
  const [read, own] = [call.project, visit.project].map((each) =>
    findEventOfKind(each, 'bargain', now),
  );
  if (read?.event_id === own?.event_id) return { ...visit, session, currency };
  const { progress: _, ...known } = session;
  return { ...visit, session: known, currency };
}

type CardCall = StoreCall<'cardInfo', CardSession> | StoreCall<'cardClaim', CardSession>;

async function cardVisit(ctx: Ctx, call: CardCall): Promise<CardVisit> {
  return { ...(await seenIn(ctx, call)), country: countryOf(call) };
}
