import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../apps/api/src/platform/is-alive.ts';

const LOOK_EVERY_MS = 100;
/** A process writes its id right after it took the lock; without one after this time it is gone. */
const UNNAMED_MS = 5_000;

/**
 * Runs work under a machine-wide lock: a folder with the process id, removed when that process is
 * gone. @param onWait called once when another process holds the lock
 */
export async function withLock<T>(
  folder: string,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T> {
  let isTold = false;
  let unnamedMs = 0;
  mkdirSync(path.dirname(folder), { recursive: true });
  while (!isTaken(folder)) {
    const holder = holderOf(folder);
    if (holder === null) unnamedMs += LOOK_EVERY_MS;
    if (holder === null ? unnamedMs > UNNAMED_MS : !isAlive(holder)) {
      rmSync(folder, { recursive: true, force: true });
      continue;
    }
    if (!isTold) onWait();
    isTold = true;
    await sleep(LOOK_EVERY_MS);
  }
  const giveBack = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', giveBack);
  try {
    return await work();
  } finally {
    process.off('exit', giveBack);
    giveBack();
  }
}

function isTaken(folder: string): boolean {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(path.join(folder, 'pid'), String(process.pid));
  return true;
}

function holderOf(folder: string): number | null {
  try {
    const pid = Number(readFileSync(path.join(folder, 'pid'), 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}
