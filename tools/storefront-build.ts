import path from 'node:path';
import { currentBuild, STOREFRONT_DIST } from '../apps/api/src/http/pages/storefront-build.ts';
import { publishBuild } from './builds.ts';
import { withLock } from './lock.ts';
import { nameOfSources, ROOT, runVite } from './vite-build.ts';

const STOREFRONT = path.join(ROOT, 'apps/storefront');
const LOCK = path.join(ROOT, '.stamps/storefront.lock');

const SOURCES = [
  'apps/storefront/*.{ts,json,html}',
  'apps/storefront/{src,build,public}/**/*',
  'packages/contract/src/**/*',
  'package-lock.json',
];

/**
 * Builds the storefront when its sources have changed, in a new folder: running servers keep theirs.
 * One process at a time.
 */
export async function buildStorefront(log: (line: string) => void): Promise<void> {
  const name = nameOfSources(SOURCES);
  if (currentBuild() === name) return;
  const sayWait = (): void => log('storefront: another command builds it; waiting for its end');
  await withLock(LOCK, sayWait, async () => {
    // Built while this process waited.
    if (currentBuild() === name) return;
    await publishBuild(STOREFRONT_DIST, name, async (folder) => {
      log('storefront: building (some ten seconds, only when it has changed)');
      await runVite({ name: 'storefront', app: STOREFRONT, env: { STOREFRONT_OUT: folder } });
    });
  });
}

export const isBuilt = (): boolean => currentBuild() !== null;
