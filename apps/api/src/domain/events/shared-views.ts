import type { ProjectEvent } from '../projects/catalogue-cache.ts';

/**
 * Caches the view of an event that many players share, such as those without progress; frozen, so
 * that it is serialized once, too (http/store/route.ts).
 */
export function createSharedViews<View extends object>(): (
  event: ProjectEvent,
  /** Everything the view depends on besides the event: day, state, language, currency … */
  key: string,
  make: () => View,
) => View {
  const made = new WeakMap<ProjectEvent, Map<string, View>>();
  return (event, key, make) => {
    const views = made.get(event) ?? new Map<string, View>();
    made.set(event, views);
    const view = views.get(key) ?? Object.freeze(make());
    // Moves the view to the end, so that the least recently used is dropped first.
    views.delete(key);
    views.set(key, view);
    const [oldest] = views.keys();
    if (views.size > MOST_VIEWS && oldest !== undefined) views.delete(oldest);
    return view;
  };
}

/** Views per event; about ten kilobytes each. */
const MOST_VIEWS = 500;
