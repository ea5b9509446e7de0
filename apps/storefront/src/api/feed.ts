const MAX_BUFFERED = 30;

/** Buffers items for one listener that subscribes later. */
export function createFeed<T>() {
  let buffered: T[] = [];
  let deliver: ((item: T) => void) | null = (item) => {
    if (buffered.length < MAX_BUFFERED) buffered.push(item);
  };
  return {
    push: (item: T) => deliver?.(item),
    /** null: drops the buffer, because no listener will come. */
    listen(listener: ((item: T) => void) | null) {
      deliver = listener;
      const before = buffered;
      buffered = [];
      if (listener) before.forEach(listener);
    },
  };
}
