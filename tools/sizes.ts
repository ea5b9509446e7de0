import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import {
  buildFolder,
  currentBuild,
  STOREFRONT_DIST,
} from '../apps/api/src/http/pages/storefront-build.ts';

const screenScripts = v.object({ scripts: v.array(v.string()) });
const assetList = v.object({
  boot: v.string(),
  main: screenScripts,
  screens: v.record(v.string(), screenScripts),
});

export type ScriptSize = { readonly file: string; readonly brotliBytes: number };

export function screens(): readonly string[] {
  return Object.keys(assetsOfBuild().screens);
}

/** Scripts of a screen's first visit, brotli-compressed. */
export function scriptsOf(screen: string): ScriptSize[] {
  const assets = assetsOfBuild();
  const own = assets.screens[screen];
  if (!own) throw new Error(`the build has no screen ${screen}`);
  return [...new Set([assets.boot, ...assets.main.scripts, ...own.scripts])].map((file) => {
    const full = path.join(build(), 'client', file);
    const sent = existsSync(`${full}.br`) ? `${full}.br` : full;
    return { file, brotliBytes: statSync(sent).size };
  });
}

function assetsOfBuild(): v.InferOutput<typeof assetList> {
  const text = readFileSync(path.join(build(), 'server/assets.json'), 'utf8');
  return v.parse(assetList, JSON.parse(text));
}

function build(): string {
  return buildFolder(STOREFRONT_DIST, currentBuild() ?? 'none');
}

export function totalBytes(sizes: readonly ScriptSize[]): number {
  return sizes.reduce((sum, each) => sum + each.brotliBytes, 0);
}
