/** Made by build/catalogues.ts: one chunk for each language, with English texts for gaps. */
declare module 'virtual:catalogues' {
  import type { Messages } from '@lingui/core';

  export function loadCatalogue(lang: string): Promise<Messages>;
}
