import { useText } from '../i18n/text.tsx';
import { useOnline } from './use-online.ts';

/** Returns why a button that calls the server is blocked offline; undefined: it may be pressed. */
export function useOfflineReason(): string | undefined {
  const t = useText();
  return useOnline() ? undefined : t('app.offline_reason');
}
