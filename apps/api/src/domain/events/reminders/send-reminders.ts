import { NOTICES } from '@webpay/contract/activity-shapes';
import type { Ctx } from '../../../context.ts';
import { GIVE_UP_AFTER_MS } from '../../mail/rules.ts';
import { dayOf } from '../days.ts';
import { newId } from '../../orders/ids.ts';
import type { Project, ProjectEvent } from '../../projects/catalogue-cache.ts';
import { momentToTell, type Moment } from './moments.ts';
import { sendReminders } from './queries.ts';

type Ringer = Pick<Ctx, 'catalogue' | 'clock' | 'db' | 'randomBytes'>;

/** Players one statement tells. */
const BATCH = 200;

/**
 * F11: the bells that ring now, a function an event: each player whose bell is on gets one notice in the shop and one
 * mail, without goods, in the game. A worker that was away tells what is still true, and once.
 */
export function remindersDue(ctx: Ringer): (() => Promise<void>)[] {
  const now = ctx.clock.now();
  return ctx.catalogue.projects().flatMap((project) => {
    if (!project.isOpen) return [];
    return project.events.flatMap((event) => {
      const window = { startsAt: event.starts_at, endsAt: event.ends_at };
      const moment = momentToTell(window, event.data.remind, now);
      return moment === null ? [] : [() => ring(ctx, project, event, moment)];
    });
  });
}

async function ring(
  ctx: Ringer,
  project: Project,
  event: ProjectEvent,
  moment: Moment,
): Promise<void> {
  for (let rung = BATCH; rung === BATCH;) {
    const real = ctx.clock.real();
    rung = await ctx.db.run(sendReminders, {
      project: project.code,
      eventId: event.event_id,
      told: NOTICES.indexOf(moment) + 1,
      moment,
      rewardIds: Array.from({ length: BATCH }, () => newId(ctx)),
      day: dayOf(event.starts_at),
      mail: { text: moment, event: event.data.title, at: momentOf(event, moment).getTime() },
      nextTryAt: real,
      giveUpAt: new Date(real.getTime() + GIVE_UP_AFTER_MS),
      now: ctx.clock.now(),
    });
  }
}

/** What a mail of this moment tells the time of. */
const momentOf = ({ starts_at, ends_at }: ProjectEvent, moment: Moment): Date =>
  moment === 'ends_soon' ? ends_at : starts_at;
