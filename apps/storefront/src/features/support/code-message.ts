import type { Configs } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { CallLost, CallRefused, refusedWith } from '../../api/failure.ts';
import { errorMessage } from '../../i18n/error-text.ts';
import type { MessageId, TextValues, Translate } from '../../i18n/text.tsx';
import { toast } from '../../ui/Toaster/toast.ts';

/** Alternative wordings that a project selects in `error_variants` (E01): code.variant → text. */
const VARIANTS: Readonly<Record<string, MessageId>> = { '10006.user': 'error.10006.user' };

/** Message of an answer code (E06). 10059, 10500 and codes without their own text use 10017's. */
export function codeMessage(
  t: Translate,
  code: number,
  configs: Pick<Configs, 'error_variants'> | null,
  values: TextValues = {},
): string {
  const variant = configs?.error_variants[String(code)];
  return t(VARIANTS[`${code}.${variant ?? ''}`] ?? errorMessage(code), values);
}

/**
 * Message of any failed call; null when the app has already reported it. The dialog of E03 closes onto the same page,
 * which therefore repeats the message.
 */
export function failureMessage(
  t: Translate,
  failure: unknown,
  configs: Pick<Configs, 'error_variants'> | null,
): string | null {
  if (failure instanceof CallRefused) {
    if (failure.handled && failure.code !== CODES.NOT_SERVED) return null;
    return codeMessage(t, failure.code, configs, valuesOf(failure.result));
  }
  if (failure instanceof CallLost) {
    if (failure.handled) return null;
    if (failure.kind === 'offline') return t('app.offline_reason');
    return t(failure.kind === 'timeout' ? 'error.timeout' : 'error.network');
  }
  return codeMessage(t, 500, configs);
}

/** Toasts failures that have no place of their own on the page (E06). */
export function toastFailure(
  t: Translate,
  failure: unknown,
  configs: Pick<Configs, 'error_variants'> | null,
): void {
  // The dialog of E03 shows it.
  if (refusedWith(failure, CODES.NOT_SERVED)) return;
  const sentence = failureMessage(t, failure, configs);
  if (sentence !== null) toast(sentence);
}

/** Returns `again` where a repeat can help, which excludes E03's blocked country or network. */
export function againAfter(failure: unknown, again: () => void): (() => void) | undefined {
  return refusedWith(failure, CODES.NOT_SERVED) ? undefined : again;
}

/** Message values from `result`, for example the `{max}` of a 20009. */
function valuesOf(result: unknown): TextValues {
  if (typeof result !== 'object' || result === null) return {};
  const plain = Object.entries(result).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return Object.fromEntries(plain);
}
