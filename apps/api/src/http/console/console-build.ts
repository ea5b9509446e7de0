import { existsSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../../platform/start-error.ts';

/** The built pages: `index.html`, and files below `assets` whose names contain a hash of their content. */
export const CONSOLE_DIST = path.join(import.meta.dirname, '../../../../console/dist');

export const INDEX = 'index.html';

/** @throws StartError when the pages are not built */
export function requireConsoleBuild(dist: string): void {
  if (existsSync(path.join(dist, INDEX))) return;
  throw new StartError(
    "The console's pages are not built: run npm run build, or start the shop with npm start.",
  );
}
