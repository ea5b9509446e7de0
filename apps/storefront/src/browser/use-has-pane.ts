import { useSyncExternalStore } from 'react';

/** Classes land, tablet, wide and large, whose frame shows a pane (docs/design/screens.md). */
const PANES = '(min-width: 768px), (min-width: 560px) and (max-height: 520px)';

/** True where the pane stands beside the column; false on phones and in server-rendered pages. */
export function useHasPane(): boolean {
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(PANES).matches,
    () => false,
  );
}

function watch(onChange: () => void): () => void {
  const query = window.matchMedia(PANES);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
