export type Lru<V> = {
  /** The kept value, or a new one. A promise that fails is forgotten. */
  get(key: string, make: () => V): V;
};

/** Keeps the `most` values used last. A Map remembers the order in which keys were put. */
export function createLru<V>(most: number): Lru<V> {
  const kept = new Map<string, V>();
  return {
    get(key, make) {
      const found = kept.get(key);
      const value = found ?? make();
      kept.delete(key);
      kept.set(key, value);
      if (kept.size > most) {
        const oldest = kept.keys().next();
        if (!oldest.done) kept.delete(oldest.value);
      }
      if (found === undefined && value instanceof Promise) {
        value.catch(() => {
          if (kept.get(key) === value) kept.delete(key);
        });
      }
      return value;
    },
  };
}
