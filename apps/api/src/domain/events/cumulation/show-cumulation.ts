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
import { playerStanding, type PlayerStanding } from './queries.ts';

type Info = CallResult<'cumulationInfo'>;

export type CumulationVisit = {
  readonly project: Project;
  readonly session: EventSession;
  readonly lang: string;
};

/** Who never ordered anything has gathered nothing, and claimed nothing. */
const NOTHING_YET: PlayerStanding = { orders: [], claimed: [] };

/**
 * F09: the cumulation that runs, else the next, else the last one, as its player stands in it; at any time.
 * @throws Refusal NOT_IN_ACTIVITY_TIME where the project has none
 */
export async function showCumulation(
  ctx: Ctx,
  { project, session, lang }: CumulationVisit,
): Promise<Info> {
  const now = ctx.clock.now();
  const event = eventOfKind(project, 'cumulation', now);
  const { player_id: playerId, has_orders: hasOrders } = session;
  const { starts_at: startsAt, ends_at: endsAt, event_id: eventId } = event;
  const [standing, remind] = await Promise.all([
    hasOrders === false
      ? NOTHING_YET
      : ctx.db.one(playerStanding, { playerId, startsAt, endsAt, eventId }),
    readNotices(ctx, session, eventId),
  ]);
  const page = { project, event, now, lang, remind };
  if (hasOrders !== false) return view(page, standing);
  const key = `${dayOf(now)} ${stateOf(event, now)} ${lang} ${remind}`;
  return newcomersView(event, key, () => view(page, NOTHING_YET));
}

const newcomersView = createSharedViews<Info>();

function view(
  page: {
    readonly project: Project;
    readonly event: ProjectEvent;
    readonly now: Date;
    readonly lang: string;
    readonly remind: boolean;
  },
  standing: PlayerStanding,
): Info {
  const { project, event, now, lang, remind } = page;
  const state = stateOf(event, now);
  const rules = rulesOf(event, cumulationRules);
  const at = { today: dayOf(now), isRunning: state === 'running' };
  const { gathered, tasks } = progressOf(rules, standing, at);
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
