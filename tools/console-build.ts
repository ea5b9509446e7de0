import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { CONSOLE_DIST, INDEX } from '../apps/api/src/http/console/console-build.ts';
import { letAllRead } from './builds.ts';
import { buildWhenChanged, runVite } from './vite-build.ts';

/** Beside the pages: a line with the name of their sources, then the names of their assets. */
const STAMP = 'sources';
/** A page that was opened with a replaced build loads its parts for this long. */
const KEPT_MS = 86_400_000;

export const isConsoleBuilt = (dist = CONSOLE_DIST): boolean => existsSync(path.join(dist, INDEX));

/** Builds the console's pages when their sources have changed. */
export async function buildConsole(log: (line: string) => void): Promise<void> {
  const isCurrent = (name: string): boolean =>
    isConsoleBuilt() && readStamp(CONSOLE_DIST)[0] === name;
  await buildWhenChanged('console', log, isCurrent, async (name) => {
    const part = `${CONSOLE_DIST}.part`;
    rmSync(part, { recursive: true, force: true });
    await runVite('console', { args: ['--outDir', part, '--emptyOutDir'] });
    publishConsole(part, CONSOLE_DIST, name);
    rmSync(part, { recursive: true });
  });
}

function readStamp(dist: string): readonly string[] {
  const stamp = path.join(dist, STAMP);
  return existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : [];
}

/**
 * Puts a build in the place that consoles serve. Its files come before the page that names them, and files of older builds
 * stay for a day: a running console never serves half a build.
 */
export function publishConsole(part: string, dist: string, name: string): void {
  letAllRead(part);
  const assets = path.join(dist, 'assets');
  mkdirSync(assets, { recursive: true });
  const [, ...replaced] = readStamp(dist);
  for (const entry of readdirSync(part)) {
    if (entry === INDEX) continue;
    cpSync(path.join(part, entry), path.join(dist, entry), { recursive: true });
  }
  cpSync(path.join(part, INDEX), path.join(dist, `${INDEX}.part`));
  renameSync(path.join(dist, `${INDEX}.part`), path.join(dist, INDEX));
  const own = readdirSync(path.join(part, 'assets'));
  writeFileSync(path.join(dist, STAMP), [name, ...own].join('\n'));
  // The time of a replaced file is that of its replacement.
  const now = new Date();
  for (const file of readdirSync(assets)) {
    const full = path.join(assets, file);
    if (own.includes(file)) continue;
    if (replaced.includes(file)) utimesSync(full, now, now);
    else if (now.getTime() - statSync(full).mtimeMs > KEPT_MS) rmSync(full);
  }
}
