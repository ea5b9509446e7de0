import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InlinePicture, PageData, StorefrontRenderer } from '@webpay/contract/page';
import { isAlive } from '../../platform/is-alive.ts';
import { StartError } from '../../platform/start-error.ts';

export type Storefront = Awaited<ReturnType<typeof loadStorefront>>;

/** Holds `builds/<name>`, and `current`: a file with the name that a starting server takes. */
export const STOREFRONT_DIST = path.join(import.meta.dirname, '../../../../storefront/dist');

const RENDERER = 'server/entry-server.js';
const ASSETS = 'server/assets.json';
const NAME = /^[0-9a-f]{16}$/;

/** The folder of every build below `dist`, by its name. */
export const buildFolder = (dist: string, name: string): string => path.join(dist, 'builds', name);

/** The name of the build that a starting server takes; null: there is none, or it is not whole. */
export function currentBuild(dist: string = STOREFRONT_DIST): string | null {
  const file = path.join(dist, 'current');
  const name = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return NAME.test(name) && isWhole(buildFolder(dist, name)) ? name : null;
}

export function isWhole(folder: string): boolean {
  return [RENDERER, ASSETS].every((each) => existsSync(path.join(folder, each)));
}

/**
 * Loads the current build for as long as the process runs: a newer one beside it changes nothing here.
 * @throws StartError when there is none
 */
export async function loadStorefront(dist: string = STOREFRONT_DIST) {
  const name = currentBuild(dist);
  if (name === null) {
    throw new StartError('The storefront is not built: start the shop with npm start.');
  }
  const folder = buildFolder(dist, name);
  await holdBuild(folder);
  // Verified edge: entry-server.tsx is checked against the same type.
  const renderer = (await import(
    pathToFileURL(path.join(folder, RENDERER)).href
  )) as StorefrontRenderer;
  const assets: unknown = JSON.parse(await readFile(path.join(folder, ASSETS), 'utf8'));
  return {
    renderer,
    render: renderer.createRenderer(assets),
    renderOffline: (page: PageData, inline: InlinePicture) =>
      renderer.renderOffline(assets, page, inline),
    dist,
    name,
  };
}

/**
 * Notes this process as a user of a build, which is then kept while the process lives. A process
 * that may not write there relies on its supervisor, or on the day for which builds are kept.
 */
export async function holdBuild(folder: string): Promise<void> {
  const users = path.join(folder, 'users');
  try {
    await mkdir(users, { recursive: true });
    await writeFile(path.join(users, String(process.pid)), '');
    // Ids are used again: a note must not outlive its process for long.
    const gone = (await readdir(users)).filter((pid) => !isAlive(Number(pid)));
    for (const pid of gone) await rm(path.join(users, pid), { force: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(code)) throw error;
  }
}

/** For the supervisor, and for a process that is about to leave root; nothing where none is built. */
export async function holdCurrentBuild(dist: string = STOREFRONT_DIST): Promise<void> {
  const name = currentBuild(dist);
  if (name !== null) await holdBuild(buildFolder(dist, name));
}
