export type Lru<V> = {
  /** The cached value, or a new one. A failed promise is not cached. */
  get(key: string, make: () => V): V;
};

/** Caches the `most` recently used values, in the insertion order of a Map. */
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
