import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { StartError } from '../../apps/api/src/platform/start-error.ts';

/** Finds a program by name or path. Throws StartError that names the Debian package. */
export function findProgram(names: readonly string[], debianPackage: string): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = names
    .flatMap((name) =>
      name.startsWith('/') ? globSync(name) : folders.map((folder) => join(folder, name)),
    )
    .find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new StartError(
    `${names[0]} is not installed: install it (Debian: apt-get install ${debianPackage}) and run this again.`,
  );
}
