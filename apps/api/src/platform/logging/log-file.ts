import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import type { Owner } from '../private-files.ts';

/** The size at which a log is rotated, and the number of old logs: 80 MB for each process. */
export type LogLimits = { readonly bytes: number; readonly kept: number };
export const LOG_LIMITS: LogLimits = { bytes: 20_000_000, kept: 3 };

const LOOK_EVERY_MS = 10_000;
const CHUNK_BYTES = 1 << 20;
/** Names of logs are never links: as root, a link of another user would lead anywhere. */
const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR, O_WRONLY } = constants;

/** Opens a log to append to, for its owner alone. @returns its handle and size */
export function openLogFile(file: string, owner: Owner): { handle: number; bytes: number } {
  rotateLog(file);
  const handle = openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  fchmodSync(handle, 0o600);
  if (owner !== null) fchownSync(handle, owner.uid, owner.gid);
  return { handle, bytes: fstatSync(handle).size };
}

/** Looks at a log's size every ten seconds. @returns ends it */
export function boundLog(file: string): () => void {
  const timer = setInterval(() => {
    try {
      rotateLog(file);
    } catch {
      // A log of another user, or a failing disk: the shop goes on, and the next look tries again.
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Copies a log that is too long to `<file>.1` and empties it; the one that was `.1` becomes `.2`, and so on. Its
 * writers hold it open, so it cannot be renamed. Without room for a copy, a log of twice the size is emptied.
 */
export function rotateLog(file: string, { bytes, kept }: LogLimits = LOG_LIMITS): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= bytes) return;
  const log = openSync(file, O_RDWR | O_NOFOLLOW);
  try {
    const isCopied = copyAside(log, `${file}.part`);
    if (!isCopied && fstatSync(log).size <= 2 * bytes) return;
    // A line that is written between the copy's end and this statement is lost.
    ftruncateSync(log, 0);
    if (!isCopied) return;
  } finally {
    closeSync(log);
  }
  for (let n = kept; n > 1; n -= 1) {
    if (statSync(`${file}.${n - 1}`, { throwIfNoEntry: false })) {
      renameSync(`${file}.${n - 1}`, `${file}.${n}`);
    }
  }
  renameSync(`${file}.part`, `${file}.1`);
}

/** @returns false when there was no room */
function copyAside(log: number, to: string): boolean {
  rmSync(to, { force: true });
  const copy = openSync(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    const { uid, gid } = fstatSync(log);
    fchownSync(copy, uid, gid);
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let at = 0; ;) {
      const read = readSync(log, chunk, 0, CHUNK_BYTES, at);
      if (read === 0) return true;
      for (let written = 0; written < read;) {
        written += writeSync(copy, chunk, written, read - written);
      }
      at += read;
    }
  } catch (error) {
    rmSync(to, { force: true });
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOSPC' || code === 'EDQUOT') return false;
    throw error;
  } finally {
    closeSync(copy);
  }
}
