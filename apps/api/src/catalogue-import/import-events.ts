import type { Tx } from '../platform/db/pool.ts';
import type { RowOf } from '../platform/db/statement.ts';
import { addDays, dayOf, dayStart, windowState } from '../domain/events/days.ts';
import { CatalogueError } from '../domain/projects/catalogue-files.ts';
import type { CatalogueEvent } from './read-events.ts';
import {
  knownRounds,
  saveEvents,
  shopTime,
  unlistOtherEvents,
} from '../domain/projects/queries.ts';

type Round = {
  readonly event_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
};

type KnownRound = RowOf<typeof knownRounds>;

/** Imports the events of one project. @returns the number of changed rows @throws CatalogueError */
export async function importEvents(
  tx: Tx,
  project: string,
  events: readonly CatalogueEvent[],
): Promise<number> {
  const { now } = await tx.one(shopTime, { realNow: new Date() });
  const known = await tx.many(knownRounds, { project });
  const rounds = events.map((event, position) => {
    const { base_id, kind, data } = event;
    const round = roundOf(event, known, now);
    if (known.some((each) => each.event_id === round.event_id && each.kind !== kind)) {
      throw new CatalogueError(
        `catalogue/${project}/events.yaml: ${base_id}.kind: ${round.event_id} was another kind of event; give this one another id.`,
      );
    }
    return { base_id, kind, position, data, ...round };
  });
  const ids = rounds.map((round) => round.event_id);
  return (
    (await tx.run(saveEvents, { project, rounds })) +
    (await tx.run(unlistOtherEvents, { project, eventIds: ids }))
  );
}

/**
 * The round of an event that this import applies to. A running round keeps its window; a repeated
 * event starts its next round on the day of the import.
 */
export function roundOf(
  event: Pick<CatalogueEvent, 'base_id' | 'window'>,
  known: readonly Pick<KnownRound, 'base_id' | 'event_id' | 'starts_at' | 'ends_at'>[],
  now: Date,
): Round {
  const { base_id, window } = event;
  if ('from' in window) return { event_id: base_id, starts_at: window.from, ends_at: window.to };
  const running = known.findLast(
    (round) =>
      round.base_id === base_id &&
      round.event_id !== base_id &&
      windowState({ startsAt: round.starts_at, endsAt: round.ends_at }, now) === 'running',
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
