export type Lru<V> = {
  get(key: string): V | null;
  set(key: string, value: V): void;
  /** The size of all values. */
  bytes(): number;
};

/** Keeps the most recently used values, `mostBytes` together, in the insertion order of a Map. */
export function createLru<V>(mostBytes: number, sizeOf: (value: V) => number): Lru<V> {
  const kept = new Map<string, V>();
  let bytes = 0;
  const drop = (key: string, value: V): void => {
    kept.delete(key);
    bytes -= sizeOf(value);
  };
  return {
    bytes: () => bytes,
    get(key) {
      const found = kept.get(key);
      if (found === undefined) return null;
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    set(key, value) {
      const before = kept.get(key);
      if (before !== undefined) drop(key, before);
      kept.set(key, value);
      bytes += sizeOf(value);
      for (const [oldest, each] of kept) {
        if (bytes <= mostBytes) return;
        drop(oldest, each);
      }
    },
  };
}
