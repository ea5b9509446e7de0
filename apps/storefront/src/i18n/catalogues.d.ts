/** Made by build/catalogues.ts. */
declare module 'virtual:catalogues' {
  import type { Messages } from '@lingui/core';

  export function loadCatalogue(lang: string): Promise<Messages>;
}
