import { readdirSync } from 'node:fs';
import path from 'node:path';
import { buildFolder } from './storefront-build.ts';

/** Unknown names look at the disk once in this time, however many are asked for. */
const LOOK_EVERY_MS = 1_000;

/**
 * Finds the folder of a build's asset. Its own build first, then all others on the disk: a page that was
 * opened before a restart asks for older files, and one of a newer server for newer files.
 */
export function createAssetFinder(dist: string, name: string): (file: string) => string | null {
  const own = assetsOf(buildFolder(dist, name));
  const ownFiles = new Set(filesIn(own));
  let others: ReadonlyMap<string, string> = new Map();
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  return (file) => {
    if (ownFiles.has(file)) return own;
    if (performance.now() - lookedAtMs > LOOK_EVERY_MS) {
      others = assetsOfOthers(dist, name);
      lookedAtMs = performance.now();
    }
    return others.get(file) ?? null;
  };
}

const assetsOf = (build: string): string => path.join(build, 'client', 'assets');

/** Folders by file. The name of a file is a hash of its content, so any build's copy will do. */
function assetsOfOthers(dist: string, name: string): ReadonlyMap<string, string> {
  const folders = filesIn(path.join(dist, 'builds'))
    .filter((each) => each !== name && !each.endsWith('.part'))
    .map((each) => assetsOf(buildFolder(dist, each)));
  return new Map(folders.flatMap((each) => filesIn(each).map((file) => [file, each] as const)));
}

/** A build that is being removed has no files. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
