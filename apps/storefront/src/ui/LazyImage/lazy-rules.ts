/** A14 */
export const ATTEMPTS = 3;
export const THROTTLE_MS = 200;
export const PRELOAD = 1.3;
export const CACHE_SIZE = 200;

export type Box = {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
};

/** True within the screen, or within 0.3 of a screen around it. */
export function isNear(box: Box, width: number, height: number): boolean {
  return (
    box.top < height * PRELOAD &&
    box.bottom > height * (1 - PRELOAD) &&
    box.left < width * PRELOAD &&
    box.right > width * (1 - PRELOAD)
  );
}

/** Calls `run` at most once in `ms`; early calls are made up for at the end. */
export function throttle(
  run: () => void,
  ms: number,
  now: () => number = Date.now,
): { call: () => void; cancel: () => void } {
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function fire() {
    timer = undefined;
    lastAt = now();
    run();
  }
  return {
    call() {
      if (timer !== undefined) return;
      const wait = lastAt + ms - now();
      if (wait <= 0) fire();
      else timer = setTimeout(fire, wait);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Remembers the last loaded addresses, which are shown at once. */
export function createImageCache(size: number = CACHE_SIZE) {
  const loaded = new Set<string>();
  return {
    has: (src: string) => loaded.has(src),
    add(src: string) {
      loaded.delete(src);
      loaded.add(src);
      const oldest = loaded.values().next().value;
      if (loaded.size > size && oldest !== undefined) loaded.delete(oldest);
    },
    get size() {
      return loaded.size;
    },
  };
}
