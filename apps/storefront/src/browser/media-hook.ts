import { useSyncExternalStore } from 'react';

/** Makes a hook: true while the window matches, false in server-rendered pages. */
export function mediaHook(query: string): () => boolean {
  const watch = (onChange: () => void) => {
    const list = window.matchMedia(query);
    list.addEventListener('change', onChange);
    return () => list.removeEventListener('change', onChange);
  };
  const matches = () => window.matchMedia(query).matches;
  return () => useSyncExternalStore(watch, matches, () => false);
}
