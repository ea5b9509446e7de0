import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { notAFolder, StartError } from '../start-error.ts';

const run = promisify(execFile);

/** The database's system user: PostgreSQL refuses root, so root uses another user. Null: the current user. */
export type DatabaseUser = { readonly name: string; readonly uid: number; readonly gid: number };

/** `postgres` comes with a server package of the system; otherwise a restricted user is created. */
const NAMES = ['postgres', 'webpay-postgres'] as const;

export async function databaseUser(): Promise<DatabaseUser | null> {
  if (process.getuid?.() !== 0) return null;
  for (const name of NAMES) {
    const user = await lookUp(name);
    if (user) return user;
  }
  const name = NAMES[1];
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', name]],
    // BusyBox, as in Alpine.
    ['adduser', ['-S', '-D', '-H', '-s', '/bin/false', name]],
  ];
  for (const [command, args] of attempts) {
    // A missing command and a refused one end the same way: the look-up below decides.
    await run(command, args).catch(() => null);
    const user = await lookUp(name);
    if (user) return user;
  }
  throw new StartError(
    `PostgreSQL refuses to run as root and no user could be made for it: run "useradd --system ${name}", or start the shop as an ordinary user.`,
  );
}

async function lookUp(name: string): Promise<DatabaseUser | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/**
 * Creates the folder with passage, not listing, for the database's user.
 * @throws StartError naming the first parent folder that does not let the user through
 */
export async function makePassable(folder: string, user: DatabaseUser | null): Promise<void> {
  for (const each of ancestors(folder)) {
    if (existsSync(each)) {
      if ((await stat(each)).isDirectory()) continue;
      throw new StartError(notAFolder(each));
    }
    // One by one: the recursive form never returns where folders cannot be made, as below /proc.
    await mkdir(each);
    // A strict umask must not exclude the user from folders created here.
    if (user) await chmod(each, 0o755);
  }
  if (!user) return;
  for (const each of ancestors(folder)) {
    const { mode, uid, gid } = await stat(each);
    const mayPass =
      uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001;
    if (!mayPass) {
      throw new StartError(
        `The database runs as user "${user.name}", whom the folder ${each} does not let through to ${folder}: run "chmod o+x ${each}", or set DATA_DIR to a folder it can reach.`,
      );
    }
  }
}

/** `/a/b/c` → `/`, `/a`, `/a/b`, `/a/b/c`. */
function ancestors(folder: string): string[] {
  const absolute = path.resolve(folder);
  const parent = path.dirname(absolute);
  return parent === absolute ? [absolute] : [...ancestors(parent), absolute];
}
