import { CODES } from '@webpay/contract/codes';
import { CallRefused } from '../../../api/failure.ts';
import { formatDuration } from '../../../i18n/format-duration.ts';
import type { Lang } from '../../../i18n/languages.ts';
import type { Translate } from '../../../i18n/text.tsx';
import { fieldOf } from './refusal.ts';

/** Message of a 10005 that names its wait; null for any other failure. */
export function waitText(t: Translate, lang: Lang, failure: unknown): string | null {
  if (!(failure instanceof CallRefused) || failure.code !== CODES.TOO_MANY_LOOKUPS) return null;
  const ms = fieldOf(failure.result, 'retry_after_ms');
  if (typeof ms !== 'number') return null;
  // Rounded up, so that a try after it is served.
  const step = ms > 60_000 ? 60_000 : 1_000;
  return t('access.wait', { time: formatDuration(Math.ceil(ms / step) * step, lang) });
}
