import type { Plugin } from 'vite';

/** Vite plugin: shortens Lingui's longest message for developers, which every home page would load. */
export function shortLingui(): Plugin {
  return {
    name: 'webpay-short-lingui',
    transform: {
      filter: { id: /@lingui\/core/ },
      handler: (code) => code.replace(/"Lingui: Attempted to call[^"]*"/, '"Lingui: no locale"'),
    },
  };
}
