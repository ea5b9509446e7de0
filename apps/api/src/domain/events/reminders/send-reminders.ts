import { NOTICES } from '@webpay/contract/activity-shapes';
import type { Ctx } from '../../../context.ts';
import { GIVE_UP_AFTER_MS } from '../../mail/rules.ts';
import { withWindow } from '../country.ts';
import { dayOf } from '../days.ts';
import { newId } from '../../orders/ids.ts';
import type { Project, ProjectEvent } from '../../projects/catalogue-cache.ts';
import { dueMoment, type Moment } from './moments.ts';
import { remindersWaiting, sendReminders } from './queries.ts';

type SenderCtx = Pick<Ctx, 'catalogue' | 'clock' | 'db' | 'randomBytes'>;

/** Players per statement. */
const BATCH = 200;

type Due = {
  readonly project: Project;
  readonly event: ProjectEvent;
  readonly moment: Moment;
} & Countries;

/** Codes with commas between. */
type Countries = {
  /** Empty: all but `others`. */
  readonly countries: string;
  readonly others: string;
};

/** The event once for each of its windows. */
function windowsToRemind(event: ProjectEvent): (Countries & { readonly event: ProjectEvent })[] {
  const { windows } = event;
  if (windows === null) return [{ event, countries: '', others: '' }];
  const others = windows.flatMap(({ countries }) => countries ?? []).join(',');
  return windows.map((window) => {
    const countries = window.countries?.join(',') ?? '';
    return { event: withWindow(event, window), countries, others };
  });
}

/** F11: due reminders, one function for each event with a player who waits; after a downtime only those that are still true. */
export async function remindersDue(ctx: SenderCtx): Promise<(() => Promise<void>)[]> {
  const now = ctx.clock.now();
  const due = ctx.catalogue.projects().flatMap((project): Due[] => {
    if (!project.isOpen) return [];
    return project.events.flatMap(windowsToRemind).flatMap(({ event, ...of }) => {
      const moment = dueMoment(event, event.data.remind, now);
      return moment === null ? [] : [{ project, event, moment, ...of }];
    });
  });
  if (due.length === 0) return [];
  const waiting = await ctx.db.many(remindersWaiting, {
    projects: due.map(({ project }) => project.code),
    eventIds: due.map(({ event }) => event.event_id),
    moments: due.map(({ moment }) => numberOf(moment)),
    countries: due.map(({ countries }) => countries),
    others: due.map(({ others }) => others),
  });
  return waiting.flatMap(({ n }) => {
    const each = due[n - 1];
    return each === undefined ? [] : [() => send(ctx, each)];
  });
}

const numberOf = (moment: Moment): number => NOTICES.indexOf(moment) + 1;

async function send(
  ctx: SenderCtx,
  { project, event, moment, countries, others }: Due,
): Promise<void> {
  // The time that the mail mentions.
  const at = moment === 'ends_soon' ? event.ends_at : event.starts_at;
  for (let sent = BATCH; sent === BATCH;) {
    const real = ctx.clock.real();
    sent = await ctx.db.run(sendReminders, {
      project: project.code,
      eventId: event.event_id,
      countries,
      others,
      lastMoment: numberOf(moment),
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
