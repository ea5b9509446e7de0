import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { notAFolder, StartError } from './start-error.ts';
import { ancestors, isRoot } from './system-user.ts';

/** The user that a file belongs to; null: the one of this process. */
export type Owner = { readonly uid: number; readonly gid: number } | null;

/** Names that a shop makes in DATA_DIR, and that of a new file system's own folder. */
const OWN_NAMES = new Set(['postgres', 'logs', 'sandbox', 'lost+found']);
/** Rights of the group and of others. */
const ALL_RIGHTS = 0o077;
/** Those rights except passing through a folder. */
const LISTING = 0o066;
const STICKY = 0o1000;

const { O_DIRECTORY, O_NOFOLLOW } = constants;
const FILE = O_NOFOLLOW;
const FOLDER = O_DIRECTORY;
const REAL_FOLDER = O_DIRECTORY | O_NOFOLLOW;

/**
 * Makes DATA_DIR, or mends one of an earlier version: passable for others as root, private otherwise. A folder that
 * holds more than a shop's data, such as /tmp, stays as it is.
 * @throws StartError when it is no folder
 */
export function makeDataDir(dataDir: string): void {
  for (const each of ancestors(dataDir)) {
    if (existsSync(each)) {
      if (statSync(each).isDirectory()) continue;
      throw new StartError(notAFolder(each));
    }
    // One by one: the recursive form never returns where folders cannot be made, as below /proc.
    mkdirSync(each);
    // As root other users work below, whom a strict umask must not exclude.
    if (isRoot()) chmodSync(each, 0o755);
  }
  if (readdirSync(dataDir).some((name) => !OWN_NAMES.has(name))) return;
  tighten(dataDir, { owner: null, kind: FOLDER, taken: isRoot() ? LISTING : ALL_RIGHTS });
}

/**
 * Makes a folder of DATA_DIR, or mends one of an earlier version: it and all files in it belong to the owner alone.
 * @param isPassed as root, others may pass through the folder itself
 */
export function keepPrivate(folder: string, owner: Owner, isPassed = false): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // It may be a link to another disk, but not one that another user has put there.
  const isOurs =
    lstatSync(folder).uid === process.getuid?.() || !lstatSync(folder).isSymbolicLink();
  tighten(folder, { owner, kind: isOurs ? FOLDER : REAL_FOLDER, taken: ALL_RIGHTS });
  if (isPassed && isRoot()) onHandle(folder, FOLDER, (handle) => fchmodSync(handle, 0o711));
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isFile()) tighten(file, { owner, kind: FILE, taken: ALL_RIGHTS });
    // Its content is PostgreSQL's own affair.
    if (entry.isDirectory()) tighten(file, { owner: null, kind: REAL_FOLDER, taken: ALL_RIGHTS });
  }
}

/** Writes a file completely or not at all, for its owner alone. */
export function writePrivate(file: string, text: string, owner: Owner): void {
  const part = `${file}.part`;
  rmSync(part, { force: true });
  // `wx` follows no link that somebody else put there.
  writeFileSync(part, text, { mode: 0o600, flag: 'wx' });
  tighten(part, { owner, kind: FILE, taken: ALL_RIGHTS });
  renameSync(part, file);
}

type Tightening = {
  readonly owner: Owner;
  /** Flags of its handle. */
  readonly kind: number;
  /** The rights to remove; none is ever added. */
  readonly taken: number;
};

/** By handle: between a look and a change, another user could put a link in the place of a name. */
function tighten(file: string, { owner, kind, taken }: Tightening): void {
  onHandle(file, kind, (handle) => {
    const { mode, uid, gid, nlink } = fstatSync(handle);
    const isShared = kind === FILE ? nlink > 1 : (mode & STICKY) !== 0;
    if (isShared) return;
    if (owner !== null && (uid !== owner.uid || gid !== owner.gid)) {
      fchownSync(handle, owner.uid, owner.gid);
    }
    if ((mode & taken) !== 0) fchmodSync(handle, mode & 0o777 & ~taken);
  });
}

/** Skips files of other users: an error at their first use names them. */
function onHandle(file: string, kind: number, work: (handle: number) => void): void {
  try {
    const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | kind);
    try {
      work(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ELOOP', 'ENOTDIR'].includes(code)) throw error;
  }
}
