import type { Tx } from '../platform/db/pool.ts';
import type { RowOf } from '../platform/db/statement.ts';
import { addDays, dayOf, dayStart, stateOf } from '../domain/events/days.ts';
import { CatalogueError } from '../domain/projects/catalogue-files.ts';
import type { StoredWindow } from '../domain/projects/event-window.ts';
import { knownRounds, shopTime } from '../domain/projects/queries.ts';
import type { CatalogueEvent, CatalogueProject } from './read-catalogue.ts';

type KnownRound = RowOf<typeof knownRounds>;

/**
 * Rows of the events of all projects.
 * @param keepsRounds the console publishes: a running round stays itself when its window becomes a fixed one
 * @throws CatalogueError
 */
export async function roundsOf(
  tx: Tx,
  projects: readonly CatalogueProject[],
  keepsRounds: boolean,
) {
  const { now } = await tx.one(shopTime, { realNow: new Date() });
  const allKnown = await tx.many(knownRounds);
  return projects.flatMap(({ code: project, events }) => {
    const known = allKnown.filter((round) => round.project === project);
    return events.map(({ base_id, kind, window, data }, position) => {
      const { time_zone, ...round } = roundOf({ base_id, window }, known, now, keepsRounds);
      if (known.some((each) => each.event_id === round.event_id && each.kind !== kind)) {
        throw new CatalogueError({
          file: `${project}/events.yaml`,
          field: `${base_id}.kind`,
          why: `${round.event_id} was another kind of event; give this one another id`,
        });
      }
      // A process of the release before sees no event of some countries, rather than one of all (docs/decisions/0093).
      const is_listed = round.windows === null;
      const zoned = time_zone === null ? data : { ...data, time_zone };
      return { project, base_id, kind, position, is_listed, data: zoned, ...round };
    });
  });
}

type Round = {
  readonly event_id: string;
  /** From the first begin in any country to the last end. */
  readonly starts_at: string;
  readonly ends_at: string;
  /** Null: one window, in every country. */
  readonly windows: readonly StoredWindow[] | null;
  /** Zone of the one window; null: UTC, or several windows. */
  readonly time_zone: string | null;
};

/** The round of an event to import: a running one of `days` keeps its window, the next begins today. */
export function roundOf(
  { base_id, window }: Pick<CatalogueEvent, 'base_id' | 'window'>,
  known: readonly Pick<KnownRound, 'base_id' | 'event_id' | 'starts_at' | 'ends_at'>[],
  now: Date,
  keepsRounds = false,
): Round {
  const running = known.findLast(
    (round) =>
      round.base_id === base_id && round.event_id !== base_id && stateOf(round, now) === 'running',
  );
  if ('fixed' in window) {
    const hull = hullOf(window.fixed);
    const whole = { starts_at: new Date(hull.starts_at), ends_at: new Date(hull.ends_at) };
    // Coupons and goals of the running round stay with it; also when its files are imported again.
    const isSame =
      running !== undefined &&
      (keepsRounds
        ? stateOf(whole, now) === 'running'
        : whole.starts_at.getTime() === running.starts_at.getTime() &&
          whole.ends_at.getTime() === running.ends_at.getTime());
    const [only] = window.fixed;
    const isForAll = window.fixed.length === 1 && only?.countries === null;
    return {
      event_id: isSame ? running.event_id : base_id,
      ...hull,
      windows: isForAll ? null : window.fixed,
      time_zone: isForAll ? (only?.time_zone ?? null) : null,
    };
  }
  const inCountries = (starts_at: string, ends_at: string) => ({
    starts_at,
    ends_at,
    windows:
      window.countries === null
        ? null
        : [{ countries: window.countries, starts_at, ends_at, time_zone: null }],
    time_zone: null,
  });
  if (running !== undefined) {
    const { event_id, starts_at, ends_at } = running;
    return { event_id, ...inCountries(starts_at.toISOString(), ends_at.toISOString()) };
  }
  const today = dayOf(now);
  return {
    event_id: `${base_id}-${today.replaceAll('-', '')}`,
    ...inCountries(
      dayStart(today).toISOString(),
      dayStart(addDays(today, window.days)).toISOString(),
    ),
  };
}

function hullOf(windows: readonly StoredWindow[]) {
  return {
    starts_at: windows.map((each) => each.starts_at).toSorted()[0] ?? '',
    ends_at:
      windows
        .map((each) => each.ends_at)
        .toSorted()
        .at(-1) ?? '',
  };
}
