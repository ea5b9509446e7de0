import { storage } from '../browser/storage.ts';

/** More entries than a player goes back; the oldest are forgotten. */
const MOST_POSITIONS = 50;
/** How long a page may take to grow as tall as it was. */
const LONGEST_GROWTH_MS = 2000;

/** Adds a position, newest last, and forgets the oldest beyond the limit. */
export function withPosition(
  known: Readonly<Record<string, number>>,
  key: string,
  top: number,
): Readonly<Record<string, number>> {
  const rows = Object.entries(known).filter(([other]) => other !== key);
  return Object.fromEntries([...rows, [key, top] as const].slice(-MOST_POSITIONS));
}

/**
 * R23: keeps the scroll position of every history entry. The position is taken from scroll events,
 * because by the time the next page is drawn the document has already another height.
 * @returns what tells that another entry is shown from now on.
 */
export function watchScroll(win: Window, firstKey: string): (key: string) => void {
  let current = firstKey;
  let top = win.scrollY;
  const save = () =>
    storage.write('scroll', withPosition(storage.read('scroll') ?? {}, current, top));
  const look = () => (top = win.scrollY);
  win.history.scrollRestoration = 'manual';
  // A busy phone tells of a scroll only with its next picture, which may be the next page's: what
  // leads there, a tap or a step back, looks once more.
  for (const event of ['scroll', 'click', 'popstate']) {
    win.addEventListener(event, look, { capture: true, passive: true });
  }
  win.addEventListener('pagehide', () => {
    save();
    // A reload is the browser's to restore: it knows the position before any script runs.
    win.history.scrollRestoration = 'auto';
  });
  return (key) => {
    if (key === current) return;
    save();
    current = key;
    top = 0;
  };
}

/** Brings a page back to where the player left it, as soon as it is tall enough again. */
export function restoreScroll(key: string): void {
  const saved = storage.read('scroll')?.[key] ?? 0;
  const until = performance.now() + LONGEST_GROWTH_MS;
  const tryAgain = () => {
    window.scrollTo(0, saved);
    const isThere = Math.abs(window.scrollY - saved) < 2;
    if (!isThere && performance.now() < until) requestAnimationFrame(tryAgain);
  };
  tryAgain();
}
