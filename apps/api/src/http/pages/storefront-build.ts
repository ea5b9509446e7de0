import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InlinePicture, PageData, StorefrontRenderer } from '@webpay/contract/page';
import { StartError } from '../../platform/start-error.ts';

export type Storefront = Awaited<ReturnType<typeof loadStorefront>>;

const DIST = path.join(import.meta.dirname, '../../../../storefront/dist');

/** Loads the output of `vite build` of apps/storefront. @throws StartError when it is missing */
export async function loadStorefront() {
  const entry = path.join(DIST, 'server/entry-server.js');
  const assetList = path.join(DIST, 'server/assets.json');
  if (!existsSync(entry) || !existsSync(assetList)) {
    throw new StartError('The storefront is not built: start the shop with npm start.');
  }
  // Verified edge: entry-server.tsx is checked against the same type.
  const renderer = (await import(pathToFileURL(entry).href)) as StorefrontRenderer;
  const assets: unknown = JSON.parse(await readFile(assetList, 'utf8'));
  return {
    renderer,
    render: renderer.createRenderer(assets),
    renderOffline: (page: PageData, inline: InlinePicture) =>
      renderer.renderOffline(assets, page, inline),
    /** Its `assets` are served. */
    clientFolder: path.join(DIST, 'client'),
  };
}
