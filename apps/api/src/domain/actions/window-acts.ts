import type { ActionOf } from '@webpay/contract/console/actions';
import {
  mistakeOf,
  placesInWords,
  spanOf,
  timeInWords,
  warningsOf,
} from '@webpay/contract/console/event-windows';
import type { EventWindow } from '@webpay/contract/console/publish-shapes';
import type { Ctx } from '../../context.ts';
import { eventWindows, hasSeconds, otherWindows } from '../events/windows-in-words.ts';
import { NotWritable } from '../projects/edit-yaml.ts';
import { writeWindow } from '../projects/edit-window.ts';
import { eventsOfProject } from '../projects/queries.ts';
import { liveVersion, textsOf, type CatalogueChange } from '../projects/versions.ts';
import type { Acts, By, Finish } from './act.ts';
import { nowOrLater } from './plan-publication.ts';
import {
  changesBeside,
  findCatalogue,
  FOLLOWS,
  moved,
  publish,
  refused,
} from './publish-version.ts';

const EVENTS = 'events.yaml';

/** The step that publishes windows of an event. */
export const WINDOW_ACTS: Acts<'change_window'> = {
  change_window: { find: findCatalogue, run: nowOrLater(changeWindow) },
};

async function changeWindow(
  ctx: Ctx,
  { project: code, event_id: id, seen, windows, because }: ActionOf<'change_window'>,
  finish: Finish,
  by: By,
) {
  const live = await liveVersion(ctx.db, code);
  if (live?.number !== seen) return moved(live);
  const project = ctx.catalogue.project(code);
  const events = await ctx.db.many(eventsOfProject, { project: code });
  const event = events.find(({ event_id: each }) => each === id);
  if (project === null || event === undefined) return refused('no_such_event');
  const countries = [...project.currencyOf.keys()];
  const mistakes = windows.flatMap((window) => mistakeOf(window, windows, countries) ?? []);
  if (mistakes.length > 0) return refused('catalogue_mistake', mistakes.join(' '));
  if (hasSeconds(event)) return refused('catalogue_mistake', SECONDS);
  const before = eventWindows(event);
  if (JSON.stringify(before) === JSON.stringify(windows)) return refused('nothing_changes');
  const texts = await textsOf(ctx.db, code, seen);
  let written: string;
  try {
    written = writeWindow(texts.get(EVENTS) ?? '', event.base_id, windows);
  } catch (error) {
    if (error instanceof NotWritable) return refused('price_not_writable', error.message);
    throw error;
  }
  const others = (all: CatalogueChange) => changesBeside(`${code} event ${id}: `, all);
  return publish(
    ctx,
    {
      project: code,
      live,
      texts: new Map(texts).set(EVENTS, written),
      restores: null,
      because,
      title: `Change the window of ${event.data.title['en'] ?? id}`,
      effects: (all) => [
        ...changesInWords(before, windows),
        ...warningsOf(windows, otherWindows(events, event, 'en'), countries),
        ...others(all),
        'A character that has begun the round keeps the window of the country in which it began.',
        FOLLOWS,
      ],
      secondPerson: async (_, all) => {
        if (others(all).length > 0) return 'It changes more than its window.';
        return movesTimes(before, windows, countries)
          ? 'It runs at other times or in other countries. Rewards that were reached may be lost.'
          : null;
      },
    },
    finish,
    by,
  );
}

const SECONDS = 'Its times have seconds, which this page does not show: edit events.yaml.';

/** Every window before and after, with local and UTC times. */
function changesInWords(before: readonly EventWindow[], after: readonly EventWindow[]): string[] {
  const say = (windows: readonly EventWindow[]) =>
    windows.map((window) => {
      const { starts_at: starts, ends_at: ends } = spanOf(window);
      const [from, to] = [starts, ends].map((at) => timeInWords(at, window.time_zone));
      return `${placesInWords(window.countries, windows.length === 1)}: from ${from} to ${to}.`;
    });
  const [was, is] = [say(before), say(after)];
  return [
    ...was.filter((line) => !is.includes(line)).map((line) => `No longer: ${line}`),
    ...is.filter((line) => !was.includes(line)).map((line) => `New: ${line}`),
  ];
}

/** Whether players of a country have it at other times than before. */
function movesTimes(
  before: readonly EventWindow[],
  after: readonly EventWindow[],
  countries: readonly string[],
): boolean {
  // The last one stands for every country that the project does not name.
  return [...countries, ''].some((country) => {
    const [was, is] = [before, after].map((windows) => {
      const window =
        windows.find((each) => each.countries?.includes(country)) ??
        windows.find((each) => each.countries === null);
      return window === undefined ? null : spanOf(window);
    });
    return was?.starts_at !== is?.starts_at || was?.ends_at !== is?.ends_at;
  });
}
