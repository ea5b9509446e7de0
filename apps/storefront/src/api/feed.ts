const MAX_BUFFERED = 30;

/** Buffers items for one listener that subscribes later. */
export type Feed<T> = {
  push(item: T): void;
  /** null: drops the buffer, because no listener will come. */
  listen(listener: ((item: T) => void) | null): void;
};

export function createFeed<T>(): Feed<T> {
  let buffered: T[] = [];
  let deliver: ((item: T) => void) | null = (item) => {
    if (buffered.length < MAX_BUFFERED) buffered.push(item);
  };
  return {
    push: (item) => deliver?.(item),
    listen(listener) {
      deliver = listener;
      const before = buffered;
      buffered = [];
      if (listener) before.forEach(listener);
    },
  };
}
