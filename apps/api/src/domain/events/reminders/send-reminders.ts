import { NOTICES } from '@webpay/contract/activity-shapes';
import type { Ctx } from '../../../context.ts';
import { GIVE_UP_AFTER_MS } from '../../mail/rules.ts';
import { dayOf } from '../days.ts';
import { newId } from '../../orders/ids.ts';
import type { Project, ProjectEvent } from '../../projects/catalogue-cache.ts';
import { dueMoment, type Moment } from './moments.ts';
import { sendReminders } from './queries.ts';

type SenderCtx = Pick<Ctx, 'catalogue' | 'clock' | 'db' | 'randomBytes'>;

/** Players per statement. */
const BATCH = 200;

/** F11: due reminders, one function for each event; after a downtime only those that are still true. */
export function remindersDue(ctx: SenderCtx): (() => Promise<void>)[] {
  const now = ctx.clock.now();
  return ctx.catalogue.projects().flatMap((project) => {
    if (!project.isOpen) return [];
    return project.events.flatMap((event) => {
      const moment = dueMoment(event, event.data.remind, now);
      return moment === null ? [] : [() => send(ctx, project, event, moment)];
    });
  });
}

async function send(
  ctx: SenderCtx,
  project: Project,
  event: ProjectEvent,
  moment: Moment,
): Promise<void> {
  // The time that the mail mentions.
  const at = moment === 'ends_soon' ? event.ends_at : event.starts_at;
  for (let sent = BATCH; sent === BATCH;) {
    const real = ctx.clock.real();
    sent = await ctx.db.run(sendReminders, {
      project: project.code,
      eventId: event.event_id,
      lastMoment: NOTICES.indexOf(moment) + 1,
      moment,
      rewardIds: Array.from({ length: BATCH }, () => newId(ctx)),
      day: dayOf(event.starts_at),
      mail: { text: moment, event: event.data.title, at: at.getTime() },
      nextAttemptAt: real,
      giveUpAt: new Date(real.getTime() + GIVE_UP_AFTER_MS),
      now: ctx.clock.now(),
    });
  }
}
