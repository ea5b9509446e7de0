import type { ProjectEvent } from '../projects/catalogue-cache.ts';

/** Caches an event's view for many players; frozen, so that route.ts serializes it once, too. */
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
