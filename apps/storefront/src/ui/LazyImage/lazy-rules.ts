/** A14 */
export const ATTEMPTS = 3;
export const THROTTLE_MS = 200;
const PRELOAD = 1.3;
const CACHE_SIZE = 200;

type Box = Pick<DOMRectReadOnly, 'top' | 'bottom' | 'left' | 'right'>;

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
export function throttle(run: () => void, ms: number): () => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function fire() {
    timer = undefined;
    lastAt = Date.now();
    run();
  }
  return () => {
    if (timer !== undefined) return;
    const wait = lastAt + ms - Date.now();
    if (wait <= 0) fire();
    else timer = setTimeout(fire, wait);
  };
}

/** Remembers the last loaded addresses, which are shown at once. */
export function createImageCache() {
  const loaded = new Set<string>();
  return {
    has: (src: string) => loaded.has(src),
    add(src: string) {
      loaded.delete(src);
      loaded.add(src);
      const oldest = loaded.values().next().value;
      if (loaded.size > CACHE_SIZE && oldest !== undefined) loaded.delete(oldest);
    },
    get size() {
      return loaded.size;
    },
  };
}
