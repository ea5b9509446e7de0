import type { ProjectEvent } from '../projects/catalogue-cache.ts';

/**
 * What all who stand alike in an event are shown, as those who have done nothing yet: made once for each event as it is
 * now, and frozen, so that it is written out once, too (http/store/route.ts).
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
    const view = views.get(key) ?? Object.freeze(make());
    // What was looked at last stays; what yesterday showed goes first.
    views.delete(key);
    views.set(key, view);
    const [oldest] = views.keys();
    if (views.size > MOST_VIEWS && oldest !== undefined) views.delete(oldest);
    return view;
  };
}

/** Of an event; some ten kilobytes each. */
const MOST_VIEWS = 500;
