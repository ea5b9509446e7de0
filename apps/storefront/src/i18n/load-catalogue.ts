import type { Messages } from '@lingui/core';
import { loadCatalogue as load } from 'virtual:catalogues';
import type { Lang } from './languages.ts';

/**
 * The compiled texts of one language, each its own chunk (build/catalogues.ts). They are complete:
 * what a language lacks was filled in from English when it was built.
 */
export function loadCatalogue(lang: Lang): Promise<Messages> {
  return load(lang);
}
