import { useCallback } from 'react';
import { useText } from '../../../i18n/text.tsx';
import type { Sentence } from './use-access-form.ts';

/** Returns a field's message in the page's language. */
export function useSentence(): (said: Sentence | null) => string | undefined {
  const t = useText();
  return useCallback((said) => (said === null ? undefined : t(said.text, said.values)), [t]);
}
