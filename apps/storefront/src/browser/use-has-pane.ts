import { mediaHook } from './media-hook.ts';

/** True where the pane stands beside the column: classes land, tablet, wide and large (docs/design/screens.md). */
export const useHasPane = mediaHook(
  '(min-width: 768px), (min-width: 560px) and (max-height: 520px)',
);
