import type { Ctx } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import { isOpenHere } from '../country.ts';
import { stateOf } from '../days.ts';
import type { Session } from '../../players/queries.ts';
import type { Project } from '../../projects/catalogue-cache.ts';
import { momentsBy } from './moments.ts';
import { saveReminder } from './queries.ts';

type Reminder = {
  readonly project: Project;
  /** In which the player would begin a round; null: not known. */
  readonly country: string | null;
  readonly session: Session;
  readonly eventId: string;
  readonly on: boolean;
  /** Language of the mail. */
  readonly lang: string;
};

/** F11; covers future moments. @throws Refusal NO_SUCH_ITEM, NOT_IN_ACTIVITY_TIME after the end */
export async function setReminder(
  ctx: Pick<Ctx, 'clock' | 'db'>,
  { project, country, session, eventId, on, lang }: Reminder,
): Promise<{ on: boolean }> {
  const now = ctx.clock.now();
  const event = project.events.find((each) => each.event_id === eventId);
  if (event === undefined) throw new Refusal('NO_SUCH_ITEM');
  if (on && !isOpenHere(event)) throw new Refusal('NOT_IN_ACTIVITY_TIME');
  if (stateOf(event, now) === 'ended') throw new Refusal('NOT_IN_ACTIVITY_TIME');
  await ctx.db.run(saveReminder, {
    playerId: session.player_id,
    project: project.code,
    eventId,
    isOn: on,
    lang,
    lastMoment: momentsBy(event, event.data.remind, now),
    country: event.windows === null ? null : country,
    changedAt: now,
  });
  return { on };
}
