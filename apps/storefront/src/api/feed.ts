/** Longer than anything that happens before somebody listens. */
const MOST_KEPT = 30;

/** What happened, for one listener that comes later: until then it is kept, then handed over. */
export type Feed<T> = {
  push(item: T): void;
  /** null: nobody will ever listen, nothing need be kept. */
  listen(listener: ((item: T) => void) | null): void;
};

export function createFeed<T>(): Feed<T> {
  let kept: T[] = [];
  let tell: ((item: T) => void) | null = (item) => {
    if (kept.length < MOST_KEPT) kept.push(item);
  };
  return {
    push: (item) => tell?.(item),
    listen(listener) {
      tell = listener;
      const before = kept;
      kept = [];
      if (listener) before.forEach(listener);
    },
  };
}
