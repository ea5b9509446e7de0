/**
 * Caches views of an owner, such as an event, for many players. Frozen, so that route.ts serializes
 * them once, too; a reloaded owner starts empty.
 * @param most views per owner, about ten kilobytes each; drops the least recently used first
 */
export function createSharedViews<View extends object>(most = 500) {
  const made = new WeakMap<object, Map<string, View>>();
  /** @param key everything the view depends on besides its owner: day, state, language … */
  return (owner: object, key: string, make: () => View): View => {
    const views = made.get(owner) ?? new Map<string, View>();
    made.set(owner, views);
    const view = views.get(key) ?? Object.freeze(make());
    // Moves the view to the end.
    views.delete(key);
    views.set(key, view);
    const [oldest] = views.keys();
    if (views.size > most && oldest !== undefined) views.delete(oldest);
    return view;
  };
}
