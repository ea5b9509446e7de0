const MOST_KEPT = 30;

/** Buffers items for one listener that subscribes later. */
export type Feed<T> = {
  push(item: T): void;
  /** null: drops the buffer, because no listener will come. */
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
