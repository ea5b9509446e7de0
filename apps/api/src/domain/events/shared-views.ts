import type { ProjectEvent } from '../projects/catalogue-cache.ts';

/**
 * What all who have done nothing in an event yet are shown: made once for each event as it is now, and frozen, so that
 * it is written out once, too (http/store/route.ts).
 */
export function createSharedViews<View extends object>(): (
  event: ProjectEvent,
  /** All that the view depends on beside the event: day, state, language, money … */
  key: string,
  make: () => View,
) => View {
  const made = new WeakMap<ProjectEvent, Map<string, View>>();
  return (event, key, make) => {
    const views = made.get(event) ?? new Map<string, View>();
    made.set(event, views);
    // Days pass while a catalogue stays as it is: what yesterday showed is not kept.
    if (views.size >= MOST_VIEWS) views.clear();
    const view = views.get(key) ?? Object.freeze(make());
    views.set(key, view);
    return view;
  };
}

const MOST_VIEWS = 256;
