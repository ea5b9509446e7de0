import { instantOf, isZone, wallTime } from '../zones.ts';
import type { EventWindow } from './publish-shapes.ts';

/** Windows of an event in words, their mistakes and their warnings: the console's page and the server tell the same. */

type Span = {
  /** Null: every country that no other window names. */
  readonly countries: readonly string[] | null;
  readonly starts_at: number;
  readonly ends_at: number;
};
export type OtherWindow = Span & { readonly title: string };

const DAY_MS = 86_400_000;
const MINUTE = 16;

const utc = (at: number): string => new Date(at).toISOString().slice(0, MINUTE).replace('T', ' ');

/** `2026-12-24 00:00 Asia/Seoul (2026-12-23 15:00 UTC)` */
export const timeInWords = (at: number, zone: string): string =>
  zone === 'UTC' ? `${utc(at)} UTC` : `${wallTime(at, zone)} ${zone} (${utc(at)} UTC)`;

export const placesInWords = (countries: readonly string[] | null, isAlone: boolean): string =>
  countries?.join(', ') ?? (isAlone ? 'All countries' : 'All other countries');

/** The first mistake of a window; null: it has none. */
export function mistakeOf(
  window: EventWindow,
  windows: readonly EventWindow[],
  countries: readonly string[],
): string | null {
  const { from, to, time_zone: zone } = window;
  if (!isZone(zone))
    return `${zone === '' ? 'Nothing' : zone} is no time zone such as Asia/Seoul or UTC.`;
  const [begins, ends] = [instantOf(from, zone), instantOf(to, zone)];
  if (begins === null) return `${from} does not exist in ${zone}. Clocks may skip it.`;
  if (ends === null) return `${to} does not exist in ${zone}. Clocks may skip it.`;
  if (begins >= ends) return 'The window ends before it begins.';
  const before = windows.slice(0, windows.indexOf(window));
  if (window.countries === null) {
    return before.some((each) => each.countries === null)
      ? 'Another window is for all other countries already.'
      : null;
  }
  const unknown = window.countries.find((each) => !countries.includes(each));
  if (unknown !== undefined) return `${unknown} is no country of the project.`;
  const twice = window.countries.find(
    (each, index) =>
      window.countries?.indexOf(each) !== index ||
      before.some((other) => other.countries?.includes(each)),
  );
  return twice === undefined ? null : `${twice} has a window already.`;
}

/** A window without mistakes as instants. */
export const spanOf = ({ from, to, time_zone: zone, countries }: EventWindow): Span => ({
  countries,
  starts_at: instantOf(from, zone) ?? 0,
  ends_at: instantOf(to, zone) ?? 0,
});

const NETWORK =
  'A player whose network country is unknown chooses his country. Write “network: required” in events.yaml to shut the event for him.';

/** Facts of windows without mistakes that a person should know. */
export function warningsOf(
  windows: readonly EventWindow[],
  others: readonly OtherWindow[],
  countries: readonly string[],
): readonly string[] {
  const isClosed = windows.every((window) => window.countries !== null);
  const named = new Set(windows.flatMap((window) => window.countries ?? []));
  const unnamed = countries.filter((each) => !named.has(each));
  return [
    ...(named.size > 0 ? [NETWORK] : []),
    ...(isClosed
      ? [
          `It is shut in every country that is not named: ${unnamed.join(', ') || 'none of the project'}.`,
        ]
      : []),
    ...windows.flatMap((window) => [
      ...boundariesOf(window, windows.length === 1),
      ...repeatsOf(window),
    ]),
    ...windows.flatMap((window) => overlapsOf(window, windows, others)),
  ];
}

/** Days of an event change at 00:00 UTC, whatever the window's zone. */
function boundariesOf(window: EventWindow, isAlone: boolean): string[] {
  const { starts_at: starts, ends_at: ends } = spanOf(window);
  const places = placesInWords(window.countries, isAlone);
  const hours = (ms: number): string => `${Math.round((ms / 3_600_000) * 10) / 10} hours`;
  const first = DAY_MS - (starts % DAY_MS);
  return [
    ...(first === DAY_MS
      ? []
      : [`${places}: days change at 00:00 UTC, so its first day has ${hours(first)}.`]),
    ...(ends % DAY_MS === 0
      ? []
      : [`${places}: days change at 00:00 UTC, so its last day has ${hours(ends % DAY_MS)}.`]),
  ];
}

/** Times that come twice, when clocks go back. */
const repeatsOf = ({ from, to, time_zone: zone }: EventWindow): string[] =>
  [from, to].flatMap((wall) => {
    const at = instantOf(wall, zone) ?? 0;
    const isTwice = [1, 2].some((halves) => wallTime(at + halves * 1_800_000, zone) === wall);
    return isTwice ? [`${wall} comes twice in ${zone}: the first one counts.`] : [];
  });

function overlapsOf(
  window: EventWindow,
  windows: readonly EventWindow[],
  others: readonly OtherWindow[],
): string[] {
  const own = spanOf(window);
  const named = windows.flatMap((each) => each.countries ?? []);
  return others.flatMap((other) => {
    const isTogether = own.starts_at < other.ends_at && other.starts_at < own.ends_at;
    if (!isTogether || !meets(own.countries, other.countries, named)) return [];
    const places = placesInWords(own.countries, windows.length === 1);
    return [
      `${places}: it overlaps ${other.title}, of the same kind. Players see the one that begins first, and each is a round of its own: for countries, give one event a list of windows.`,
    ];
  });
}

function meets(
  own: readonly string[] | null,
  other: readonly string[] | null,
  named: readonly string[],
): boolean {
  if (own !== null) return other === null || own.some((each) => other.includes(each));
  return other === null || other.some((each) => !named.includes(each));
}
