import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../../context.ts';
import { rulesInWords } from '../../events/activities/rules-in-words.ts';
import { stateOf, type Window } from '../../events/days.ts';
import { eventWindows, otherWindows } from '../../events/windows-in-words.ts';
import type { Project, ProjectEvent } from '../../projects/catalogue-cache.ts';
import { eventsOfProject } from '../../projects/queries.ts';
import { liveVersion } from '../../projects/versions.ts';
import { inEnglish, projectName } from '../names.ts';
import { scopeOf, type Sees } from '../scope.ts';
import { roundsOfEvent } from './queries.ts';

type Listed = ConsoleResult<'events'>['items'][number];

/** Rounds of an event that its page lists. */
const MAX_ROUNDS = 12;

/** Events of the operator's projects: the running ones, those that come, those that ended. */
export async function listEvents(
  ctx: Ctx,
  operator: Sees,
  { project }: ConsoleInput<'events'>,
): Promise<ConsoleResult<'events'>> {
  const scope = scopeOf(operator, project);
  const items = ctx.catalogue
    .projects()
    .filter(({ code }) => scope === null || scope.includes(code))
    .flatMap((each) => each.events.map((event) => rowOf(ctx, each, event)));
  const places = ['running', 'not_started', 'ended'];
  return {
    items: items.toSorted(
      (one, other) =>
        places.indexOf(one.round.state) - places.indexOf(other.round.state) ||
        one.round.starts_at - other.round.starts_at,
    ),
    now: ctx.clock.nowMs(),
  };
}

/** One event; null: there is none, or the operator does not see its project. */
export async function readEvent(
  ctx: Ctx,
  operator: Sees,
  { project: code, id }: ConsoleInput<'event'>,
): Promise<ConsoleResult<'event'> | null> {
  const found = findEvent(ctx, operator, code, id);
  if (found === null) return null;
  const { project } = found;
  // Rules and version of one moment: the catalogue in memory may be older than the version.
  const { events, live } = await ctx.db.transaction(
    async (tx) => ({
      events: await tx.many(eventsOfProject, { project: code }),
      live: await liveVersion(tx, code),
    }),
    { isolation: 'repeatable read', readOnly: true },
  );
  const event = events.find(({ event_id }) => event_id === id);
  if (event === undefined) return null;
  const rounds = await ctx.db.many(roundsOfEvent, {
    project: code,
    eventId: id,
    most: MAX_ROUNDS,
  });
  return {
    ...rowOf(ctx, project, event),
    rules: rulesInWords(project, event),
    version: live?.number ?? null,
    windows: eventWindows(event),
    is_repeated: event.event_id !== event.base_id,
    countries: [...project.currencyOf.keys()],
    others: otherWindows(events, event, 'en').map(({ countries, ...other }) => ({
      ...other,
      countries: countries === null ? null : [...countries],
    })),
    rounds: rounds.map(({ event_id, ...window }) => roundOf(ctx, event_id, window)),
    now: ctx.clock.nowMs(),
  };
}

/** An event that the catalogue lists, in a project that the operator sees. */
export function findEvent(ctx: Ctx, operator: Sees, code: string, id: string) {
  const scope = scopeOf(operator, code);
  if (scope !== null && !scope.includes(code)) return null;
  const project = ctx.catalogue.project(code);
  const event = project?.events.find(({ event_id }) => event_id === id);
  return project === null || event === undefined ? null : { project, event };
}

function rowOf(ctx: Ctx, project: Project, event: ProjectEvent): Listed {
  const { event_id: id, kind, data } = event;
  return {
    project: projectName(ctx, project.code),
    id,
    kind,
    title: inEnglish(ctx, project.code, data.title),
    round: roundOf(ctx, id, { starts_at: event.starts_at, ends_at: event.window_ends_at }),
    paused_at: event.paused_at?.getTime() ?? null,
  };
}

function roundOf(ctx: Ctx, id: string, window: Window): Listed['round'] {
  return {
    id,
    state: stateOf(window, ctx.clock.now()),
    starts_at: window.starts_at.getTime(),
    ends_at: window.ends_at.getTime(),
  };
}
