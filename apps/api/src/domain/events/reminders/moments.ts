import { NOTICES } from '@webpay/contract/activity-shapes';
import { stateOf, type Window } from '../days.ts';

/** Times of a reminder: before an event begins, when it has begun, and before it ends. */
export type Moment = (typeof NOTICES)[number];

/** Minutes; 0: no reminder. */
export type Remind = {
  readonly before_start_minutes: number;
  readonly before_end_minutes: number;
};

/** A reminder later than this is skipped: the worker was down, or the clock was moved. */
const LATE_MS = 86_400_000;

/** The last moment that has come: 0 none, 1 starts_soon, 2 started, 3 ends_soon. */
export function momentsBy(window: Window, remind: Remind, now: Date): number {
  return (
    NOTICES.findLastIndex(
      (moment) => (timeOf(moment, window, remind) ?? Infinity) <= now.getTime(),
    ) + 1
  );
}

/** The moment that reminders are sent for now: the last one, for a day, never after the event. */
export function dueMoment(window: Window, remind: Remind, now: Date): Moment | null {
  const moment = NOTICES[momentsBy(window, remind, now) - 1];
  if (moment === undefined || stateOf(window, now) === 'ended') return null;
  const at = timeOf(moment, window, remind);
  return at !== null && now.getTime() < at + LATE_MS ? moment : null;
}

function timeOf(moment: Moment, { starts_at, ends_at }: Window, remind: Remind): number | null {
  const [starts, ends] = [starts_at.getTime(), ends_at.getTime()];
  const beforeStart = remind.before_start_minutes * 60_000;
  const beforeEnd = remind.before_end_minutes * 60_000;
  switch (moment) {
    case 'starts_soon':
      return beforeStart === 0 ? null : starts - beforeStart;
    case 'started':
      return starts;
    case 'ends_soon':
      // An event shorter than the lead time has only its start.
      return beforeEnd === 0 || ends - beforeEnd <= starts ? null : ends - beforeEnd;
  }
}
