import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../../context.ts';
import { stateOf } from '../days.ts';
import type { Session } from '../../players/queries.ts';
import type { Project, ProjectEvent } from '../../projects/catalogue-cache.ts';
import { reportFailure } from '../../../platform/monitoring/alert.ts';
import type { EventKind, Glance } from '../kind.ts';
import { EVENT_KINDS } from './registry.ts';
import { activityOf, runningEvents } from './running.ts';
import { remindersOfPlayer } from '../reminders/queries.ts';

/** Time before its start from which an event is listed. */
const AHEAD_MS = 14 * 86_400_000;

/** F11: events of now and the next two weeks; a badge for an unread notice or a claim. */
export async function listActivities(
  ctx: Ctx,
  visit: { readonly project: Project; readonly session: Session; readonly lang: string },
): Promise<CallResult<'activityList'>> {
  const { project, session, lang } = visit;
  const now = ctx.clock.now();
  const running = runningEvents(project, now);
  const events = [...running, ...comingEvents(project, now)];
  if (events.length === 0) return [];
  const [reminders, glances] = await Promise.all([
    ctx.db.many(remindersOfPlayer, {
      playerId: session.player_id,
      eventIds: events.map((event) => event.event_id),
    }),
    Promise.all(running.map((event) => glanceAt(ctx, { project, session, event, lang }))),
  ]);
  const reminderOf = new Map(reminders.map((reminder) => [reminder.event_id, reminder]));
  return events.map((event, index) => {
    const reminder = reminderOf.get(event.event_id);
    const notice = reminder?.notice ?? null;
    const { ready = 0, ...shown } = glances[index] ?? {};
    return {
      ...activityOf(project, event, lang),
      badge: notice !== null || ready > 0,
      ready,
      notice,
      remind: reminder?.is_on ?? false,
      ...shown,
    };
  });
}

function comingEvents(project: Project, now: Date): ProjectEvent[] {
  return project.events
    .filter((event) => stateOf(event, now) === 'not_started')
    .filter((event) => event.starts_at.getTime() <= now.getTime() + AHEAD_MS)
    .toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime());
}

/** A failing kind loses its badge, not the list. */
async function glanceAt(ctx: Ctx, at: Parameters<EventKind['glance']>[1]): Promise<Glance> {
  try {
    return await EVENT_KINDS[at.event.kind].glance(ctx, at);
  } catch (error) {
    const where = { project: at.project.code, event: at.event.event_id };
    reportFailure(ctx, error, where, 'the badge of an event is unknown');
    return { ready: 0 };
  }
}
