import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type SystemUser = { readonly name: string; readonly uid: number; readonly gid: number };

export const isRoot = (): boolean => process.getuid?.() === 0;

/** For root: the first of these users that exists, otherwise the last one, created without rights. Null when that fails. */
export async function findOrMakeUser(
  names: readonly [string, ...string[]],
): Promise<SystemUser | null> {
  for (const name of names) {
    const user = await lookUp(name);
    if (user) return user;
  }
  const name = names.at(-1) ?? names[0];
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
  return null;
}

async function lookUp(name: string): Promise<SystemUser | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/**
 * Gives up root for good: no groups, no capabilities, and new files for this user alone.
 * @throws Error when the system refuses
 */
export function becomeUser({ uid, gid }: Pick<SystemUser, 'uid' | 'gid'>): void {
  // Node would write compiled code at its end, when this user may not write it.
  flushCompileCache();
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  process.umask(0o077);
  if (process.getuid?.() !== uid || process.getgid?.() !== gid) {
    throw new Error(`the system did not let this process become user ${uid}`);
  }
}

export type Needed = {
  /** Folders whose content is opened by name. */
  readonly passed: readonly string[];
  /** Existing files and folders. */
  readonly read: readonly string[];
};

/** The first place that a user cannot reach, and the command that helps; null: all can be reached. */
export async function firstClosed(user: SystemUser, needed: Needed): Promise<string | null> {
  const real = needed.read.map((file) => realpathSync(file));
  // A link and its target may lie in different closed folders.
  const folders = [...needed.passed, ...needed.read, ...real].flatMap((file) =>
    ancestors(path.dirname(file)),
  );
  const closed = await firstFailing(user, '-x', [...new Set([...folders, ...needed.passed])]);
  if (closed !== null) return `${closed}: run "chmod o+x ${closed}"`;
  const unread = await firstFailing(user, '-r', real);
  return unread === null ? null : `${unread}: run "chmod o+r ${unread}"`;
}

/** The system limits the length of a command. */
const AT_ONCE = 500;

/** The system itself decides, so that access lists and network file systems count, too. */
async function firstFailing(
  user: SystemUser,
  test: '-r' | '-x',
  files: readonly string[],
): Promise<string | null> {
  const script =
    'test=$1; shift; for each do [ "$test" "$each" ] || { printf %s "$each"; break; }; done';
  for (let n = 0; n < files.length; n += AT_ONCE) {
    const words = ['-c', script, 'sh', test, ...files.slice(n, n + AT_ONCE)];
    const { stdout } = await run('/bin/sh', words, { uid: user.uid, gid: user.gid, cwd: '/' });
    if (stdout !== '') return stdout;
  }
  return null;
}

/** `/a/b/c` → `/`, `/a`, `/a/b`, `/a/b/c`. */
export function ancestors(folder: string): string[] {
  const absolute = path.resolve(folder);
  const parent = path.dirname(absolute);
  return parent === absolute ? [absolute] : [...ancestors(parent), absolute];
}
