import { CODES } from '@webpay/contract/codes';
import { CallRefused } from '../../../api/failure.ts';
import { formatWait } from '../../../i18n/format-duration.ts';
import type { Lang } from '../../../i18n/languages.ts';
import type { Translate } from '../../../i18n/text.tsx';
import { fieldOf } from './refusal.ts';

/** The codes that name a wait, with its field of `result`. */
const WAITS: ReadonlyMap<number, string> = new Map([
  [CODES.TOO_MANY_LOOKUPS, 'retry_after_ms'],
  [CODES.TOO_MANY_MAIL_CODES, 'resend_after_ms'],
]);

/** Message of a 10005 or 10038 that names its wait; null for any other failure. */
export function waitText(t: Translate, lang: Lang, failure: unknown): string | null {
  if (!(failure instanceof CallRefused)) return null;
  const name = WAITS.get(failure.code);
  const ms = name === undefined ? undefined : fieldOf(failure.result, name);
  if (typeof ms !== 'number') return null;
  return t('access.wait', { time: formatWait(ms, lang) });
}
