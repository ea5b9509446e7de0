import { listActivities } from '../../domain/events/activities/list-activities.ts';
import { setReminder } from '../../domain/events/reminders/set-reminder.ts';
import { route, type StoreRoutes } from './route.ts';

export function registerActivityCalls(routes: StoreRoutes): void {
  route(routes, 'activityList', (ctx, { project, session, lang }) =>
    listActivities(ctx, { project, session, lang }),
  );

  route(routes, 'activityRemind', (ctx, { project, session, lang, input }) =>
    setReminder(ctx, { project, session, lang, eventId: input.activity_id, on: input.on }),
  );
}
