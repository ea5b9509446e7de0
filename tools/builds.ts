import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { buildFolder, currentBuild, isWhole } from '../apps/api/src/http/pages/storefront-build.ts';
import { isAlive } from '../apps/api/src/platform/is-alive.ts';

/** Pages that were opened with a replaced build load its files for this long. */
const KEPT_MS = 86_400_000;
/** Replaced builds that no process uses; 3 MB each. */
const MAX_KEPT = 8;

/**
 * Makes a build in a folder of its own, then lets servers that start from now on take it. Removes builds that were
 * replaced more than a day ago, and all but the last eight; never one that a living process uses.
 * @param make writes the build into an empty folder; not called for a build that is there
 * @returns after the switch; a build that fails changes nothing
 */
export async function publishBuild(
  dist: string,
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = buildFolder(dist, name);
  const builds = path.dirname(folder);
  mkdirSync(builds, { recursive: true });
  if (!isWhole(folder)) {
    const part = `${folder}.part`;
    for (const each of [part, folder]) rmSync(each, { recursive: true, force: true });
    mkdirSync(part);
    await make(part);
    letAllRead(part);
    renameSync(part, folder);
  }
  for (const each of [dist, builds]) chmodSync(each, 0o755);
  switchTo(dist, name);
  removeReplaced(dist, name);
}

/** In one step: a starting server reads the old name or the new one. */
function switchTo(dist: string, name: string): void {
  const before = currentBuild(dist);
  const file = path.join(dist, 'current');
  writeFileSync(`${file}.part`, `${name}\n`);
  chmodSync(`${file}.part`, 0o644);
  renameSync(`${file}.part`, file);
  if (before === null || before === name) return;
  // The time of a replaced build's folder is that of its replacement.
  const now = new Date();
  utimesSync(buildFolder(dist, before), now, now);
}

function removeReplaced(dist: string, name: string): void {
  const replaced = readdirSync(path.join(dist, 'builds'))
    .filter((each) => each !== name)
    .map((each) => buildFolder(dist, each))
    .filter((folder) => !isUsed(folder))
    .map((folder) => ({ folder, atMs: statSync(folder).mtimeMs }))
    .toSorted((one, other) => other.atMs - one.atMs);
  for (const [n, { folder, atMs }] of replaced.entries()) {
    const isLeftOver = folder.endsWith('.part');
    if (!isLeftOver && n < MAX_KEPT && Date.now() - atMs < KEPT_MS) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a living process has noted itself as a user. */
function isUsed(folder: string): boolean {
  const users = path.join(folder, 'users');
  try {
    return readdirSync(users).some((pid) => isAlive(Number(pid)));
  } catch {
    return false;
  }
}

/** A strict umask must not exclude the user that the servers run as. */
export function letAllRead(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) letAllRead(full);
    else chmodSync(full, 0o644);
  }
}
