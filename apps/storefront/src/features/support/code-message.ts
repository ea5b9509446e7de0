import type { Configs } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { CallLost, CallRefused, refusedWith } from '../../api/failure.ts';
import { errorMessage } from '../../i18n/error-text.ts';
import type { MessageId, TextValues, Translate } from '../../i18n/text.tsx';
import { toast } from '../../ui/Toaster/toast.ts';

/** Other wordings a project may ask for in `error_variants` (E01): code.variant → text. */
const VARIANTS: Readonly<Record<string, MessageId>> = { '10006.user': 'error.10006.user' };

/**
 * E06: the sentence for an answer code in the player's language. 10059 and 10500 read as 10017,
 * and so does every code without a sentence of its own.
 */
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
 * The sentence for whatever a call threw, or null where the shell has said it already. Behind the dialog of E03 it stands
 * again: there the page stays as it is.
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

/** E06's toast helper, for failures that have no place of their own on the page. */
export function toastFailure(
  t: Translate,
  failure: unknown,
  configs: Pick<Configs, 'error_variants'> | null,
): void {
  // The dialog says it.
  if (refusedWith(failure, CODES.NOT_SERVED)) return;
  const sentence = failureMessage(t, failure, configs);
  if (sentence !== null) toast(sentence);
}

/** `again`, where asking once more can help: E03's country or network is the same after it. */
export function againAfter(failure: unknown, again: () => void): (() => void) | undefined {
  return refusedWith(failure, CODES.NOT_SERVED) ? undefined : again;
}

/** 20009 names its maximum: `result.max` fills the sentence's `{max}`. */
function valuesOf(result: unknown): TextValues {
  if (typeof result !== 'object' || result === null) return {};
  const plain = Object.entries(result).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return Object.fromEntries(plain);
}
