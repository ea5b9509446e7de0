import type { ActionOf } from '@webpay/contract/console/actions';
import { knobsOf, leastOf, withValues } from '@webpay/contract/console/event-rules';
import type { Ctx } from '../../context.ts';
import { topUpsOf } from '../catalog/worth.ts';
import { rulesInWords } from '../events/activities/rules-in-words.ts';
import { RuleNotWritable, writeRules } from '../projects/edit-events.ts';
import {
  bumpCatalogueVersion,
  eventsOfProject,
  lockCatalogue,
  pauseEvent,
  resumeEvent,
  type ListedEvent,
} from '../projects/queries.ts';
import { liveVersion, textsOf, type CatalogueChange } from '../projects/versions.ts';
import type { ActRefused, Acts, By, Ended, Finish } from './act.ts';
import { changedNumbers, costInWords, daysOf, whyCostsMore } from './event-cost.ts';
import { nowOrLater } from './plan-publication.ts';
import {
  changesBeside,
  countOf,
  findCatalogue,
  FOLLOWS,
  moved,
  publish,
  refused,
} from './publish-version.ts';

const EVENTS = 'events.yaml';

/** Steps that publish rules of events. */
export const EVENT_ACTS: Acts<'change_event' | 'pause_event' | 'resume_event'> = {
  change_event: { find: findCatalogue, run: nowOrLater(changeEvent) },
  pause_event: { find: findCatalogue, run: switchEvent },
  resume_event: { find: findCatalogue, run: switchEvent },
};

async function changeEvent(
  ctx: Ctx,
  { project: code, event_id, seen, values, players, because }: ActionOf<'change_event'>,
  finish: Finish,
  by: By,
) {
  const live = await liveVersion(ctx.db, code);
  if (live?.number !== seen) return moved(live);
  const project = ctx.catalogue.project(code);
  const event = (await ctx.db.many(eventsOfProject, { project: code })).find(
    (each) => each.event_id === event_id,
  );
  if (project === null || event === undefined) return refused('no_such_event');
  const before = rulesInWords(project, event);
  const knobs = new Map(knobsOf(before).map((knob) => [knob.key, knob]));
  const changed = values.filter(({ key, value }) => knobs.get(key)?.value !== value);
  if (changed.length === 0) return refused('nothing_changes');
  for (const { key, value } of changed) {
    const knob = knobs.get(key);
    if (knob === undefined) return refused('price_not_writable', `There is no number ${key}.`);
    if (value < leastOf(knob) || value > knob.most) {
      const said = `${knob.label} is at least ${leastOf(knob)} and at most ${knob.most}.`;
      return refused('catalogue_mistake', said);
    }
  }
  const byKey = new Map(changed.map(({ key, value }) => [key, value]));
  const { rules: after, complaint } = withValues(before, byKey);
  if (complaint !== null) return refused('catalogue_mistake', complaint);
  const texts = await textsOf(ctx.db, code, seen);
  let events: string;
  try {
    const at = { baseId: event.base_id, kind: event.kind };
    events = writeRules(texts.get(EVENTS) ?? '', at, changed);
  } catch (error) {
    if (error instanceof RuleNotWritable) return refused('price_not_writable', error.message);
    throw error;
  }
  const change = { before, after };
  const days = daysOf(event);
  // Before the transaction, whose lock every other publication waits for.
  const topUps = topUpsOf(project, 'USD');
  const numbers = changedNumbers(change);
  const cost = await costInWords(change, { players, days, topUps });
  const others = (all: CatalogueChange) => changesBeside(`${code} event ${event_id}: `, all);
  return publish(
    ctx,
    {
      project: code,
      live,
      texts: new Map(texts).set(EVENTS, events),
      restores: null,
      because,
      title: `Change ${countOf(changed.length, 'number')} of ${event.data.title['en'] ?? event_id}`,
      effects: (all) => [...numbers, ...others(all), KEPT[event.kind], FOLLOWS],
      expected: [...numbers, ...cost],
      secondPerson: async (_, all) =>
        whyCostsMore(change) ?? (others(all).length > 0 ? 'It changes more than its rules.' : null),
    },
    finish,
    by,
  );
}

/** Pauses or resumes an event at once, under the lock of publications. Every node follows within a second. */
async function switchEvent(
  ctx: Ctx,
  { kind, project, event_id: eventId }: ActionOf<'pause_event' | 'resume_event'>,
  finish: Finish,
): Promise<Ended | ActRefused> {
  return ctx.db.transaction(async (tx) => {
    await tx.one(lockCatalogue);
    const event = (await tx.many(eventsOfProject, { project })).find(
      (each) => each.event_id === eventId,
    );
    if (event === undefined) return refused('no_such_event');
    const isPause = kind === 'pause_event';
    const changed = { project, eventId, at: ctx.clock.now() };
    const count = await tx.run(isPause ? pauseEvent : resumeEvent, changed);
    if (count === 0) return refused(isPause ? 'event_not_running' : 'event_not_paused');
    await tx.run(bumpCatalogueVersion);
    const until = event.ends_at.toISOString().slice(0, 16).replace('T', ' ');
    await finish(tx, {
      title: `${isPause ? 'Pause' : 'Resume'} ${event.data.title['en'] ?? eventId}`,
      effects: isPause
        ? [
            'Players see the event as ended. No coupon, spin or goal is given, and its goods are sold no more.',
            'Orders that were placed keep their price. Bought cards go on giving their daily rewards.',
            `Its window does not move: the event can be resumed until ${until} UTC.`,
            FOLLOWS,
          ]
        : [
            `The event runs again until ${until} UTC. Coupons that have not expired are good again.`,
            'Top-ups during the pause count for its goals.',
            FOLLOWS,
          ],
      amount: null,
      worth: null,
      change: { event: eventId, paused: isPause },
    });
    return { kind: 'done' };
  });
}

/** Promises that other rules leave as they are. */
const KEPT: Readonly<Record<ListedEvent['kind'], string>> = {
  bargain: 'Coupons that were drawn keep their rules. New coupons have the new ones.',
  cumulation: 'Players of the round have the new goals at once. Claimed rewards stay claimed.',
  card: 'Cards that were ordered or bought keep their days, rewards and boost.',
};
