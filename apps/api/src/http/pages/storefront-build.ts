import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  InlinePicture,
  OfflinePage,
  PageData,
  RenderedPage,
  StorefrontRenderer,
} from '@webpay/contract/page';
import { StartError } from '../../platform/start-error.ts';

export type Storefront = {
  readonly renderer: StorefrontRenderer;
  readonly render: (path: string, page: PageData) => Promise<RenderedPage>;
  readonly renderOffline: (page: PageData, inline: InlinePicture) => Promise<OfflinePage>;
  /** dist/client, whose `assets` are served. */
  readonly clientFolder: string;
};

const DIST = path.join(import.meta.dirname, '../../../../storefront/dist');

/** Loads the output of `vite build` of apps/storefront. @throws StartError when it is missing */
export async function loadStorefront(dist = DIST): Promise<Storefront> {
  const entry = path.join(dist, 'server/entry-server.js');
  const assetList = path.join(dist, 'server/assets.json');
  if (!existsSync(entry) || !existsSync(assetList)) {
    throw new StartError('The storefront is not built: start the shop with npm start.');
  }
  // Verified edge: entry-server.tsx is checked against the same type.
  const renderer = (await import(pathToFileURL(entry).href)) as StorefrontRenderer;
  const assets: unknown = JSON.parse(await readFile(assetList, 'utf8'));
  return {
    renderer,
    render: renderer.createRenderer(assets),
    renderOffline: (page, inline) => renderer.renderOffline(assets, page, inline),
    clientFolder: path.join(dist, 'client'),
  };
}
