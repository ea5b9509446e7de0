import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../../context.ts';
import { dayEnd, dayOf } from '../days.ts';
import type { EventSession } from '../event-session.ts';
import { eventOfKind, stateOf } from '../find-event.ts';
import { rulesOf } from '../kind.ts';
import { readNotices } from '../read-notices.ts';
import { createSharedViews } from '../shared-views.ts';
import type { Project, ProjectEvent } from '../../projects/catalogue-cache.ts';
import { textIn } from '../../projects/texts.ts';
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

/**
 * F09: the running cumulation, else the next, else the last. @throws Refusal NOT_IN_ACTIVITY_TIME
 */
export async function showCumulation(
  ctx: Ctx,
  { project, session, lang }: CumulationVisit,
): Promise<Info> {
  const now = ctx.clock.now();
  const event = eventOfKind(project, 'cumulation', now);
  const { player_id: playerId, has_orders: hasOrders } = session;
  const { starts_at: startsAt, ends_at: endsAt, event_id: eventId } = event;
  const [record, remind] = await Promise.all([
    hasOrders === false
      ? NO_RECORD
      : ctx.db.one(playerRecord, { playerId, startsAt, endsAt, eventId }),
    readNotices(ctx, session, eventId),
  ]);
  const page = { project, event, now, lang, remind };
  if (hasOrders !== false) return view(page, record);
  const key = `${dayOf(now)} ${stateOf(event, now)} ${lang} ${remind}`;
  return sharedView(event, key, () => view(page, NO_RECORD));
}

const sharedView = createSharedViews<Info>();

function view(
  page: {
    readonly project: Project;
    readonly event: ProjectEvent;
    readonly now: Date;
    readonly lang: string;
    readonly remind: boolean;
  },
  record: PlayerRecord,
): Info {
  const { project, event, now, lang, remind } = page;
  const state = stateOf(event, now);
  const rules = rulesOf(event, cumulationRules);
  const at = { today: dayOf(now), isRunning: state === 'running' };
  const { gathered, tasks } = progressOf(rules, record, at);
  const inLang = (texts: Readonly<Record<string, string>>) =>
    textIn(texts, lang, project.lang_default);
  return {
    id: event.event_id,
    title: inLang(event.data.title),
    remind,
    starts_at: event.starts_at.getTime(),
    ends_at: event.ends_at.getTime(),
    day_ends_at: dayEnd(now).getTime(),
    state,
    points: gathered.points,
    days: gathered.days,
    points_per_usd: rules.points_per_usd,
    tasks: tasks.map((each) => ({
      task_id: each.task.task_id,
      kind: each.task.kind,
      goal: each.task.goal,
      progress: each.progress,
      rewards: each.task.rewards.map(({ name, count, image }) => ({
        name: inLang(name),
        count,
        image,
      })),
      state: each.state,
    })),
  };
}
