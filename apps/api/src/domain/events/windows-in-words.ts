import type { OtherWindow } from '@webpay/contract/console/event-windows';
import type { EventWindow } from '@webpay/contract/console/publish-shapes';
import { wallTime } from '@webpay/contract/zones';
import type { ListedEvent } from '../projects/queries.ts';
import { textIn } from '../projects/texts.ts';

type Windowed = Pick<ListedEvent, 'starts_at' | 'window_ends_at' | 'windows' | 'data'>;

/** The windows of an event by the clocks of their zones; UTC where its file names none. */
export function eventWindows({
  starts_at,
  window_ends_at,
  windows,
  data,
}: Windowed): EventWindow[] {
  const entry = (
    starts: number,
    ends: number,
    zone: string | null,
    countries: EventWindow['countries'],
  ) => {
    const time_zone = zone ?? 'UTC';
    return {
      from: wallTime(starts, time_zone),
      to: wallTime(ends, time_zone),
      time_zone,
      countries,
    };
  };
  if (windows === null) {
    return [entry(starts_at.getTime(), window_ends_at.getTime(), data.time_zone ?? null, null)];
  }
  return windows.map((each) =>
    entry(
      Date.parse(each.starts_at),
      Date.parse(each.ends_at),
      each.time_zone,
      each.countries === null ? null : [...each.countries],
    ),
  );
}

/** Whether its windows begin or end between two minutes, which wall-clock times do not show. */
export const hasSeconds = ({ starts_at, window_ends_at, windows }: Windowed): boolean =>
  [{ starts_at, ends_at: window_ends_at }, ...(windows ?? [])]
    .flatMap((each) => [each.starts_at, each.ends_at])
    .some((at) => new Date(at).getTime() % 60_000 !== 0);

/** Windows of the other events of a kind. */
export function otherWindows(
  events: readonly ListedEvent[],
  { event_id: id, kind }: Pick<ListedEvent, 'event_id' | 'kind'>,
  lang: string,
): OtherWindow[] {
  return events
    .filter((event) => event.kind === kind && event.event_id !== id)
    .flatMap(({ windows, starts_at, window_ends_at, data }) => {
      const title = textIn(data.title, lang, 'en');
      if (windows === null) {
        return [
          {
            title,
            countries: null,
            starts_at: starts_at.getTime(),
            ends_at: window_ends_at.getTime(),
          },
        ];
      }
      return windows.map((each) => ({
        title,
        countries: each.countries === null ? null : [...each.countries],
        starts_at: Date.parse(each.starts_at),
        ends_at: Date.parse(each.ends_at),
      }));
    });
}
