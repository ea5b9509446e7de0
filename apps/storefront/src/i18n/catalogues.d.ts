/** Made by build/catalogues.ts: one chunk a language, complete with English for gaps. */
declare module 'virtual:catalogues' {
  import type { Messages } from '@lingui/core';

  export function loadCatalogue(lang: string): Promise<Messages>;
}
