import { CODES } from '@webpay/contract/codes';
import { useText } from '../../i18n/text.tsx';
import { useConfigs } from '../../api/page.tsx';
import { codeMessage, failureMessage } from '../support/code-message.ts';
import { codeOf } from './lookup.ts';
import type { Confirm } from './use-confirm.ts';

/** Message under the ID field: a V03 problem or the look-up's refusal. */
export function useCidError(confirm: Confirm): string | undefined {
  const t = useText();
  const configs = useConfigs();
  if (!confirm.fits) return confirm.isCidDue ? t('home.invalid_cid') : undefined;
  const { lookup, asks } = confirm;
  // The password and image fields show their own messages.
  if (lookup.state !== 'failed' || asks.password || asks.picture) return undefined;
  switch (codeOf(lookup)) {
    case CODES.NO_SUCH_CHARACTER:
      // A project's own message (E01) wins; the default names the server.
      return configs.error_variants['10006'] === undefined
        ? t('home.no_character', { server: confirm.server?.name ?? '' })
        : codeMessage(t, CODES.NO_SUCH_CHARACTER, configs);
    case CODES.TOO_MANY_LOOKUPS:
      return t('home.too_many');
    case CODES.PARAMETER_ERROR:
      return t('home.invalid_cid');
    default:
      return failureMessage(t, lookup.failure, configs) ?? undefined;
  }
}
