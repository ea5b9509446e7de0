import { useText } from '../i18n/text.tsx';
import { useOnline } from './use-online.ts';

/** Why a button that asks the server is blocked: there is no network. undefined: it may be pressed. */
export function useOfflineReason(): string | undefined {
  const t = useText();
  return useOnline() ? undefined : t('app.offline_reason');
}
