import { storage } from '../browser/storage.ts';

/** Limit of saved positions, more than a player goes back. */
const MAX_POSITIONS = 50;
/** Time a page may take to reach its former height. */
const LONGEST_GROWTH_MS = 2000;

/** Adds a position, newest last, and drops the oldest beyond the limit. */
export function withPosition(
  known: Readonly<Record<string, number>>,
  key: string,
  top: number,
): Readonly<Record<string, number>> {
  const rows = Object.entries(known).filter(([other]) => other !== key);
  return Object.fromEntries([...rows, [key, top] as const].slice(-MAX_POSITIONS));
}

/**
 * R23: saves each entry's position from scroll events: the next page has another height.
 * @returns function to call when another entry is shown
 */
export function watchScroll(win: Window, firstKey: string): (key: string) => void {
  let current = firstKey;
  let top = win.scrollY;
  const save = () =>
    storage.write('scroll', withPosition(storage.read('scroll') ?? {}, current, top));
  const readPosition = () => (top = win.scrollY);
  win.history.scrollRestoration = 'manual';
  // A busy phone reports a scroll late, perhaps on the next page: a tap or a step back reads it.
  for (const event of ['scroll', 'click', 'popstate']) {
    win.addEventListener(event, readPosition, { capture: true, passive: true });
  }
  win.addEventListener('pagehide', () => {
    save();
    // The browser restores a reload: it knows the position before any script runs.
    win.history.scrollRestoration = 'auto';
  });
  return (key) => {
    if (key === current) return;
    save();
    current = key;
    top = 0;
  };
}

/** Restores the scroll position as soon as the page is tall enough again; an entry without one stays. */
export function restoreScroll(key: string): void {
  const saved = storage.read('scroll')?.[key] ?? window.scrollY;
  const until = performance.now() + LONGEST_GROWTH_MS;
  const attempt = () => {
    window.scrollTo(0, saved);
    const isRestored = Math.abs(window.scrollY - saved) < 2;
    if (!isRestored && performance.now() < until) requestAnimationFrame(attempt);
  };
  attempt();
}
