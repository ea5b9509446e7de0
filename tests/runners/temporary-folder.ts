import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isAlive } from '../../apps/api/src/platform/is-alive.ts';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
const NAME = /^webpay-tests-(\d+)$/;
/** Far more than a run needs: the log of its database takes 0.5 GB at most. */
const LEAST_FREE_BYTES = 6e9;

type TemporaryFolder = {
  /** TMPDIR of the tests; null: the machine's own. */
  readonly folder: string | null;
  /** Removes the folder with all that tests left in it. */
  readonly remove: () => void;
};

/**
 * A folder in memory for the temporary files of a run, where memory is free. A copy of a database is 870 files, which cost a
 * disk's file system four times the work. Folders of killed runs are removed first. Shops that sync use `diskFolder()`.
 * @param memory a file system in memory
 * @param leastFree bytes
 */
export function openTemporaryFolder(
  memory = MEMORY,
  leastFree = LEAST_FREE_BYTES,
): TemporaryFolder {
  const none: TemporaryFolder = { folder: null, remove: () => undefined };
  if (!existsSync(memory)) return none;
  for (const name of readdirSync(memory)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) removeLeftOver(path.join(memory, name));
  }
  const { bavail, bsize } = statfsSync(memory);
  if (Math.min(bavail * bsize, process.availableMemory()) < leastFree) return none;
  const folder = path.join(memory, `webpay-tests-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    // As in /tmp: as root, databases and services run as other users.
    chmodSync(folder, 0o1777);
    const program = path.join(folder, 'program');
    writeFileSync(program, '', { mode: 0o755 });
    // A file system that runs no programs is refused here.
    accessSync(program, constants.X_OK);
  } catch {
    removeLeftOver(folder);
    return none;
  }
  return { folder, remove: () => removeLeftOver(folder) };
}

function removeLeftOver(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // It belongs to another user, or an ending program still writes: the next run removes it.
  }
}
