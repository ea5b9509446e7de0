import type { Messages } from '@lingui/core';
import { loadCatalogue as load } from 'virtual:catalogues';
import type { Lang } from './languages.ts';

/** Loads the compiled texts of one language, a chunk each, complete with English for gaps. */
export function loadCatalogue(lang: Lang): Promise<Messages> {
  return load(lang);
}
