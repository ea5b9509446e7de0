import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';

/** Debian's packages of a cluster, and a program of each. */
const PACKAGES = {
  patroni: ['patroni', 'patronictl'],
  'etcd-server': ['etcd'],
  haproxy: ['haproxy'],
  pgbackrest: ['pgbackrest'],
  prometheus: ['prometheus'],
  'prometheus-alertmanager': ['prometheus-alertmanager'],
  'util-linux': ['setpriv'],
} as const;

const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];

/** Finds a program, also for a user without /usr/sbin in PATH; null: there is none. */
export function programAt(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), ...FOLDERS];
  const files = folders.filter(Boolean).map((folder) => path.join(folder, name));
  return files.find((file) => existsSync(file)) ?? null;
}

/** The programs of the newest PostgreSQL server from Debian; null: there is none. */
export function postgresBin(): string | null {
  const found = globSync('/usr/lib/postgresql/*/bin/postgres').map((file) => path.dirname(file));
  const version = (folder: string): number => Number(folder.split('/')[4]);
  return found.toSorted((a, b) => version(b) - version(a))[0] ?? null;
}

/** One sentence that names the missing packages and the command that installs them; null: all are there. */
export function missingPackages(
  find: (program: string) => string | null = programAt,
  server: () => string | null = postgresBin,
): string | null {
  const missing = Object.entries(PACKAGES)
    .filter(([, programs]) => programs.some((program) => find(program) === null))
    .map(([name]) => name);
  if (server() === null) missing.push('postgresql');
  if (missing.length === 0) return null;
  const words = missing.flatMap((name) => (name === 'patroni' ? [name, 'python3-etcd'] : [name]));
  return `A cluster needs Debian packages that are not installed: run "apt-get install ${words.join(' ')}" as root, then stop and disable the services that it starts.`;
}

/**
 * Patroni 3.0.2 renews an expired lock over etcd's version 3 without a comparison: a primary that stood still takes the
 * lock back, and the commits of its successor are lost.
 * @returns one sentence, or null when lock and version fit
 */
export function unsafeLock(patroniFile: string, version: string): string | null {
  const [, major = 0, minor = 0, patch = 0] = (/(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).map(
    Number,
  );
  const isFixed = major > 3 || (major === 3 && (minor > 0 || patch > 2));
  if (isFixed || !/^etcd3:/m.test(patroniFile)) return null;
  return `Patroni ${major}.${minor}.${patch} loses acknowledged orders with "etcd3:": write "etcd:", or install Patroni 3.0.3 or newer.`;
}

/** The output of `patroni --version`. */
export function patroniVersion(): string {
  return spawnSync(programAt('patroni') ?? 'patroni', ['--version'], { encoding: 'utf8' }).stdout;
}
