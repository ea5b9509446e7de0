import { execFile } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { diskFull, saysDiskFull, StartError } from '../start-error.ts';
import { asUser, type Programs } from './embedded-programs.ts';
import type { SystemUser } from '../system-user.ts';

const run = promisify(execFile);

/**
 * Creates a database's files with initdb in a temporary folder and renames it when complete, so
 * that an interrupted start leaves no partial database.
 */
export async function createCluster(options: {
  readonly cluster: string;
  readonly passwordFile: string;
  readonly programs: Programs;
  readonly user: SystemUser | null;
  readonly fsync: boolean;
}): Promise<void> {
  const part = `${options.cluster}.part`;
  await rm(part, { recursive: true, force: true });
  const args = [
    `--pgdata=${part}`,
    '--username=postgres',
    `--pwfile=${options.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The same text order on every machine, whatever its locale.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(options.fsync ? [] : ['--no-sync']),
  ];
  try {
    await run(options.programs.initdb, args, {
      ...asUser(options.user),
      cwd: path.dirname(options.cluster),
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
    });
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    if (saysDiskFull(said)) {
      throw new StartError(diskFull(path.dirname(options.cluster)), { cause: error });
    }
    const line = said.split('\n').find((each) => /error|fatal|could not/i.test(each)) ?? said;
    throw new StartError(`The embedded database could not be created: ${line.trim()}.`, {
      cause: error,
    });
  }
  await rename(part, options.cluster);
}
