import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Names a new folder below dist/builds, so that running servers keep theirs. */
const OUT = process.env['CONSOLE_OUT'] ?? 'dist';

/** Libraries in chunks of their own: a new release of the console leaves them cached. */
const LIBRARIES = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/(react-router|cookie|set-cookie-parser)\// },
  { name: 'query', test: /node_modules\/@tanstack\// },
  { name: 'mantine', test: /node_modules\/(@mantine|@floating-ui|clsx|react-)/ },
];

/** Builds the pages below OUT. The server writes a nonce over `__NONCE__` in every answer of index.html. */
export default defineConfig({
  plugins: [react()],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    // Oldest browsers that know light-dark() and popover.
    cssTarget: ['chrome123', 'firefox125', 'safari17.5'],
    cssMinify: 'lightningcss',
    // The policy allows no data: addresses for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: LIBRARIES.map(({ name, test }, index) => ({
            name,
            test,
            priority: LIBRARIES.length - index,
          })),
        },
      },
    },
  },
});
