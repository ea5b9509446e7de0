import type { Tx } from '../platform/db/pool.ts';
import type { RowOf } from '../platform/db/statement.ts';
import { addDays, dayOf, dayStart, stateOf } from '../domain/events/days.ts';
import { CatalogueError } from '../domain/projects/catalogue-files.ts';
import type { StoredWindow } from '../domain/projects/event-window.ts';
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
      const { time_zone, ...round } = roundOf({ base_id, window }, known, now);
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
  /** Zone of the one window; null: a window of days, or several windows. */
  readonly time_zone: string | null;
};

/**
 * The round of an event to import. A running one of `days` keeps its windows, the next begins today.
 * @throws CatalogueError where top-ups of one round would count in another
 */
export function roundOf(
  { base_id, window }: Pick<CatalogueEvent, 'base_id' | 'window'>,
  known: readonly KnownRound[],
  now: Date,
): Round {
  const own = known.filter((round) => round.base_id === base_id);
  if ('fixed' in window) return fixedRound(base_id, window.fixed, own);
  const inCountries = (starts_at: string, ends_at: string) => ({
    starts_at,
    ends_at,
    windows:
      window.countries === null
        ? null
        : [{ countries: [...window.countries], starts_at, ends_at, time_zone: null }],
    time_zone: null,
  });
  const running = own.findLast(
    (round) => round.event_id !== base_id && stateOf(round, now) === 'running',
  );
  if (running !== undefined) {
    const { event_id, windows, time_zone } = running;
    const [starts_at, ends_at] = [running.starts_at.toISOString(), running.ends_at.toISOString()];
    // Fixed times that a publication gave it hold until its end: `days` would open them all for everybody.
    return isFixed(running)
      ? { event_id, starts_at, ends_at, windows, time_zone }
      : { event_id, ...inCountries(starts_at, ends_at) };
  }
  const today = dayOf(now);
  // A fixed round may have ended in the middle of this day: its top-ups count once.
  const free = own.flatMap((round) => (round.ends_at <= now ? [round.ends_at.getTime()] : []));
  return {
    event_id: `${base_id}-${today.replaceAll('-', '')}`,
    ...inCountries(
      new Date(Math.max(dayStart(today).getTime(), ...free)).toISOString(),
      dayStart(addDays(today, window.days)).toISOString(),
    ),
  };
}

/** Coupons, goals and claims stay with the round whose times it shares, also after its end. */
function fixedRound(
  base_id: string,
  fixed: readonly StoredWindow[],
  own: readonly KnownRound[],
): Round {
  const hull = hullOf(fixed);
  const whole = { starts_at: new Date(hull.starts_at), ends_at: new Date(hull.ends_at) };
  const shared = own.filter((round) => meets(round, whole));
  const same = shared.find(({ is_listed }) => is_listed) ?? shared.at(-1);
  const other = shared.find((round) => round !== same && same && !meets(round, same));
  if (other !== undefined) {
    throw new CatalogueError({
      file: `${other.project}/events.yaml`,
      field: `${base_id}.window`,
      why: `meets two rounds, ${same?.event_id} and ${other.event_id}: their top-ups would count twice`,
    });
  }
  const [only] = fixed;
  const isForAll = fixed.length === 1 && only?.countries === null;
  return {
    event_id: same?.event_id ?? base_id,
    ...hull,
    windows: isForAll ? null : fixed,
    time_zone: isForAll ? (only?.time_zone ?? null) : null,
  };
}

type Times = { readonly starts_at: Date; readonly ends_at: Date };

const meets = (one: Times, other: Times): boolean =>
  one.starts_at < other.ends_at && other.starts_at < one.ends_at;

/** Fixed windows have a zone, `days` have none. */
const isFixed = ({ windows, time_zone }: Pick<KnownRound, 'windows' | 'time_zone'>): boolean =>
  time_zone !== null || windows?.some((each) => each.time_zone !== null) === true;

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
