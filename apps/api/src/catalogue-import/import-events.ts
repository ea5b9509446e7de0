import type { Tx } from '../platform/db/pool.ts';
import type { RowOf } from '../platform/db/statement.ts';
import { addDays, dayOf, dayStart, stateOf } from '../domain/events/days.ts';
import { CatalogueError } from '../domain/projects/catalogue-files.ts';
import { knownRounds, shopTime } from '../domain/projects/queries.ts';
import type { CatalogueEvent, CatalogueProject } from './read-catalogue.ts';

type KnownRound = RowOf<typeof knownRounds>;

/** Rows of the events of all projects. @throws CatalogueError */
export async function roundsOf(tx: Tx, projects: readonly CatalogueProject[]) {
  const { now } = await tx.one(shopTime, { realNow: new Date() });
  const allKnown = await tx.many(knownRounds);
  return projects.flatMap(({ code: project, events }) => {
    const known = allKnown.filter((round) => round.project === project);
    return events.map(({ base_id, kind, window, data }, position) => {
      const round = roundOf({ base_id, window }, known, now);
      if (known.some((each) => each.event_id === round.event_id && each.kind !== kind)) {
        throw new CatalogueError({
          file: `${project}/events.yaml`,
          field: `${base_id}.kind`,
          why: `${round.event_id} was another kind of event; give this one another id`,
        });
      }
      return { project, base_id, kind, position, is_listed: true, data, ...round };
    });
  });
}

/** The round of an event to import: a running one keeps its window, the next begins today. */
export function roundOf(
  event: Pick<CatalogueEvent, 'base_id' | 'window'>,
  known: readonly Pick<KnownRound, 'base_id' | 'event_id' | 'starts_at' | 'ends_at'>[],
  now: Date,
): { readonly event_id: string; readonly starts_at: string; readonly ends_at: string } {
  const { base_id, window } = event;
  if ('from' in window) return { event_id: base_id, starts_at: window.from, ends_at: window.to };
  const running = known.findLast(
    (round) =>
      round.base_id === base_id && round.event_id !== base_id && stateOf(round, now) === 'running',
  );
  if (running !== undefined) {
    const { event_id, starts_at, ends_at } = running;
    return { event_id, starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() };
  }
  const today = dayOf(now);
  return {
    event_id: `${base_id}-${today.replaceAll('-', '')}`,
    starts_at: dayStart(today).toISOString(),
    ends_at: dayStart(addDays(today, window.days)).toISOString(),
  };
}
