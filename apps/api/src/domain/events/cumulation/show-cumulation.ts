import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../../context.ts';
import { dayEnd, dayOf, stateOf } from '../days.ts';
import { readNotices, type EventSession } from '../event-session.ts';
import { eventOfKind } from '../find-event.ts';
import { rulesOf } from '../kind.ts';
import type { Project } from '../../projects/catalogue-cache.ts';
import { openCountries } from '../../projects/event-window.ts';
import { createSharedViews } from '../../projects/shared-views.ts';
import { itemsIn, textsIn } from '../../projects/texts.ts';
import { progressOf } from './progress.ts';
import { cumulationRules } from './rules.ts';
import { playerRecord, type PlayerRecord } from './queries.ts';

type Info = CallResult<'cumulationInfo'>;

export type CumulationVisit = {
  readonly project: Project;
  readonly session: EventSession;
  readonly lang: string;
};

/** Progress of players who never ordered. */
const NO_RECORD: PlayerRecord = { orders: [], claimed: [] };

/** F09: the running event, else the next, else the last. @throws Refusal NOT_IN_ACTIVITY_TIME */
export async function showCumulation(
  ctx: Ctx,
  { project, session, lang }: CumulationVisit,
): Promise<Info> {
  const now = ctx.clock.now();
  const event = eventOfKind(project, 'cumulation', now);
  const { player_id: playerId, has_orders: hasOrders } = session;
  const { starts_at: startsAt, ends_at: endsAt, event_id: eventId } = event;
  const countries = openCountries(event.windows);
  const [record, remind] = await Promise.all([
    hasOrders === false
      ? NO_RECORD
      : ctx.db.one(playerRecord, { playerId, startsAt, endsAt, countries, eventId }),
    readNotices(ctx, session, eventId),
  ]);
  const view = (): Info => {
    const state = stateOf(event, now);
    const text = textsIn(project, lang);
    const rules = rulesOf(event, cumulationRules);
    const at = { today: dayOf(now), isRunning: state === 'running' };
    const { gathered, tasks } = progressOf(rules, record, at);
    return {
      id: eventId,
      title: text(event.data.title),
      remind,
      starts_at: startsAt.getTime(),
      ends_at: endsAt.getTime(),
      day_ends_at: dayEnd(now).getTime(),
      state,
      points: gathered.points,
      days: gathered.days,
      points_per_usd: rules.points_per_usd,
      tasks: tasks.map(({ task: { task_id, kind, goal, rewards }, ...progress }) => {
        return { task_id, kind, goal, ...progress, rewards: itemsIn(rewards, text) };
      }),
    };
  };
  if (hasOrders !== false) return view();
  return sharedView(event, `${dayOf(now)} ${stateOf(event, now)} ${lang} ${remind}`, view);
}

const sharedView = createSharedViews<Info>();
