import { instantOf, isZone } from '@webpay/contract/zones';
import * as v from 'valibot';
import { CatalogueError, type CatalogueMistake } from '../domain/projects/catalogue-files.ts';
import type { eventsFile } from '../domain/projects/catalogue-shape.ts';
import type { FileWindow, StoredWindow, WindowBetween } from '../domain/projects/event-window.ts';

type FileEvent = v.InferOutput<typeof eventsFile>['events'][number];

/** The windows of an event: `days` from its first import, or fixed ones by country. */
export type CatalogueWindow =
  | { readonly days: number; readonly countries: readonly string[] | null }
  | { readonly fixed: readonly StoredWindow[] };

const instant = v.pipe(v.string(), v.isoTimestamp());

/** Milliseconds since the epoch, or why the time is none. */
function readTime(time: string, zone: string | undefined): number | string {
  if (zone === undefined) {
    return v.safeParse(instant, time).success && hasDay(time)
      ? Date.parse(time)
      : `"${time}" is not a moment like 2026-12-01T00:00:00Z; a time like 2026-12-01 00:00 needs a time_zone`;
  }
  const at = instantOf(time, zone);
  if (at !== null) return at;
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(time)
    ? `"${time}" does not exist in ${zone}`
    : `"${time}" is not a time like 2026-12-01 00:00, by the clock of ${zone}`;
}

/** `Date` takes 31 February for 3 March. */
const hasDay = (time: string): boolean => {
  const day = time.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) === day;
};

/** Every mistake of an event's window, by field and reason. */
function mistakesOf(
  window: FileWindow,
  countries: ReadonlySet<string>,
): readonly (readonly [field: string, why: string])[] {
  const found: [string, string][] = [];
  const isList = Array.isArray(window);
  const entries = isList ? window : [window];
  if (entries.length === 0) found.push(['window', 'is empty: the event never runs']);
  const named = new Map<string, string>();
  for (const [index, entry] of entries.entries()) {
    const at = isList ? `window.${index}` : 'window';
    if ('from' in entry) found.push(...mistakesOfTimes(at, entry));
    if (entry.countries?.length === 0) {
      found.push([`${at}.countries`, 'is empty: the event is open nowhere']);
    }
    for (const [place, country] of (entry.countries ?? ['*']).entries()) {
      const field = entry.countries === undefined ? at : `${at}.countries.${place}`;
      const other = named.get(country);
      if (country !== '*' && !countries.has(country)) {
        found.push([field, `${country} is no country of project.yaml`]);
      } else if (other !== undefined) {
        found.push([
          field,
          country === '*'
            ? `and ${other} are both for all other countries`
            : `${country} has a window in ${other} already`,
        ]);
      }
      named.set(country, at);
    }
  }
  return found;
}

function mistakesOfTimes(
  at: string,
  { from, to, time_zone: zone }: WindowBetween,
): [string, string][] {
  const found: [string, string][] = [];
  if (zone !== undefined && !isZone(zone)) {
    found.push([`${at}.time_zone`, `"${zone}" is no time zone such as Asia/Seoul or UTC`]);
    return found;
  }
  const [begins, ends] = [readTime(from, zone), readTime(to, zone)];
  if (typeof begins === 'string') found.push([`${at}.from`, begins]);
  if (typeof ends === 'string') found.push([`${at}.to`, ends]);
  if (typeof begins === 'number' && typeof ends === 'number' && begins >= ends) {
    found.push([at, 'ends before it begins']);
  }
  return found;
}

/** @throws CatalogueError with every mistake of the window */
export function checkWindow(
  folder: string,
  { id, window }: Pick<FileEvent, 'id' | 'window'>,
  index: number,
  countries: ReadonlySet<string>,
): void {
  const [first, ...others] = mistakesOf(window, countries).map(
    ([field, why]): CatalogueMistake => ({
      file: `${folder}/events.yaml`,
      field: `${id}.${field}`,
      // By its place: an event of the same id may come first.
      at: `events.${index}.${field}`,
      why,
    }),
  );
  if (first !== undefined) throw new CatalogueError(first, undefined, others);
}

/** A checked window. */
export function readWindow(window: FileWindow): CatalogueWindow {
  if ('days' in window) return { days: window.days, countries: window.countries ?? null };
  const entries = Array.isArray(window) ? window : [window];
  return {
    fixed: entries.map(({ from, to, time_zone: zone, countries }) => {
      const [begins, ends] = [readTime(from, zone), readTime(to, zone)];
      return {
        countries: countries ?? null,
        starts_at: new Date(begins).toISOString(),
        ends_at: new Date(ends).toISOString(),
        // A window of days has none, so that rows tell the two apart.
        time_zone: zone ?? 'UTC',
      };
    }),
  };
}
