import { outsideLayers, watchBack } from './back-layers.ts';

export type Location = {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** Set by `navigate`; survives a reload. */
  readonly state: unknown;
  /** Id of the entry; `default` is the page as loaded. */
  readonly key: string;
};

/** State of an entry that keeps the page's scroll position and focus. */
export const STAYS = 'stays';

type Entry = { readonly state?: unknown; readonly key?: string; readonly idx?: number } | null;
type Listener = (isReturn: boolean) => void;

let listener: Listener | null = null;

// Verified edge: written below only; other sites' entries belong to other documents.
const entry = (): Entry => window.history.state as Entry;

/** Called once, before anything else reads the history. */
export function startHistory(): void {
  if (entry()?.idx === undefined) window.history.replaceState({ ...entry(), idx: 0 }, '');
  watchBack();
}

export function currentLocation(): Location {
  const { pathname, search, hash } = window.location;
  const { state = null, key = 'default' } = entry() ?? {};
  return { pathname, search, hash, state, key };
}

/** Calls `next` after each navigation; `isReturn`: Back, Forward. @returns stops listening */
export function listen(next: Listener): () => void {
  const onPop = () => next(true);
  listener = next;
  window.addEventListener('popstate', onPop);
  return () => {
    window.removeEventListener('popstate', onPop);
    listener = null;
  };
}

/**
 * Navigates to an address of the shop, or so many entries back. Closes open layers first.
 * Before the shop is mounted, the browser loads the address.
 */
export function navigate(
  to: string | number,
  options: { readonly replace?: boolean; readonly state?: unknown } = {},
): void {
  const { replace = false, state = null } = options;
  if (typeof to === 'number') outsideLayers(() => window.history.go(to));
  else if (listener) outsideLayers(() => write(to, replace, state));
  else if (replace) window.location.replace(to);
  else window.location.assign(to);
}

function write(to: string, replace: boolean, state: unknown): void {
  const key = Math.random().toString(36).slice(2, 10);
  const idx = entry()?.idx ?? 0;
  if (replace) {
    window.history.replaceState({ state, key, idx }, '', to);
  } else {
    try {
      window.history.pushState({ state, key, idx: idx + 1 }, '', to);
    } catch {
      // Safari refuses more than 100 entries in 10 seconds.
      window.location.assign(to);
      return;
    }
  }
  listener?.(false);
}
