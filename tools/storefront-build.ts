import { currentBuild, STOREFRONT_DIST } from '../apps/api/src/http/pages/storefront-build.ts';
import { publishBuild } from './builds.ts';
import { buildWhenChanged, runVite } from './vite-build.ts';

/** Builds the storefront when its sources have changed, in a new folder: running servers keep theirs. */
export async function buildStorefront(log: (line: string) => void): Promise<void> {
  const isCurrent = (name: string): boolean => currentBuild() === name;
  await buildWhenChanged('storefront', log, isCurrent, (name) =>
    publishBuild(STOREFRONT_DIST, name, (folder) =>
      runVite('storefront', { env: { STOREFRONT_OUT: folder } }),
    ),
  );
}

export const isBuilt = (): boolean => currentBuild() !== null;
