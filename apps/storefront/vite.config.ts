import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { catalogues } from './build/catalogues.ts';
import { writeAssetList } from './build/asset-list.ts';
import { firstChunk, nextChunk, paymentChunk, queryChunk, timeChunk } from './build/chunks.ts';
import { precompress } from './build/precompress.ts';

/** tools/storefront-build.ts names a new folder below dist/builds, so that running servers keep theirs. */
const OUT = process.env['STOREFRONT_OUT'] ?? 'dist';

/** Builds client (browser files, also .br, .gz) and server (renderer, asset list) below OUT. */
export default defineConfig({
  appType: 'custom',
  plugins: [react(), catalogues(), shortLingui()],
  build: {
    target: 'es2022',
    // Oldest browsers that support the styles (:has, color-mix, :dir).
    cssTarget: ['chrome120', 'firefox121', 'safari16.4'],
    cssMinify: 'lightningcss',
    reportCompressedSize: false,
  },
  resolve: {
    alias: {
      // Lingui's shim for a hook that React has had since 18.
      'use-sync-external-store/shim': fileURLToPath(
        new URL('build/use-sync-external-store.ts', import.meta.url),
      ),
    },
  },
  css: { modules: { generateScopedName: scopedName } },
  environments: {
    client: {
      build: {
        outDir: `${OUT}/client`,
        manifest: true,
        // document.ts writes the preloads.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { boot: 'src/app/boot/boot.ts', main: 'src/app/main.tsx' },
          output: {
            // Home's script names over a hundred files: short hashes tell releases apart, and letters of a hash do not compress.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            entryFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            codeSplitting: {
              groups: [
                { name: firstChunk(), debugName: 'shop', priority: 5 },
                { name: timeChunk(), debugName: 'time', priority: 4.8 },
                { name: queryChunk, debugName: 'query', priority: 4.5 },
                { name: nextChunk(), debugName: 'screens', priority: 4 },
                { name: paymentChunk('goods'), debugName: 'goods', priority: 3 },
                { name: paymentChunk('order'), debugName: 'order', priority: 2 },
                { name: paymentChunk('pay'), debugName: 'pay', priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { noExternal: true },
      build: {
        outDir: `${OUT}/server`,
        ssr: true,
        emitAssets: false,
        copyPublicDir: false,
        rolldownOptions: { input: { 'entry-server': 'src/app/entry-server.tsx' } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (!client || !ssr) throw new Error('the client and ssr environments are always there');
      await builder.build(client);
      await builder.build(ssr);
      await writeAssetList(`${OUT}/client`, `${OUT}/server`);
      await precompress(`${OUT}/client`);
    },
  },
});

/** Names a class of a CSS module. One hash for all classes of a file compresses well. */
function scopedName(local: string, file: string): string {
  const [source = file] = path.relative(import.meta.dirname, file).split('?');
  const hash = createHash('sha256').update(source.replaceAll('\\', '/')).digest('base64url');
  return `${local}_${hash.slice(0, 4)}`;
}

/** Vite plugin: shortens Lingui's longest message for developers, which every home page would load. */
function shortLingui(): Plugin {
  return {
    name: 'webpay-short-lingui',
    transform: {
      filter: { id: /@lingui\/core/ },
      handler: (code) => code.replace(/"Lingui: Attempted to call[^"]*"/, '"Lingui: no locale"'),
    },
  };
}
