import { formatDuration } from './format-duration.ts';
import type { Lang } from './languages.ts';

/** Formats a wait: rounded up, so that a try after it is served. */
export function formatWait(ms: number, lang: Lang): string {
  const step = ms > 60_000 ? 60_000 : 1_000;
  return formatDuration(Math.ceil(ms / step) * step, lang);
}
