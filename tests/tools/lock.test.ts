import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withLock } from '../../tools/lock.ts';

function newLock(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'webpay-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'stamps/build.lock');
}

test('runs the second work after the first has ended, and reports once that it waits', async () => {
  const lock = newLock();
  const steps: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const first = withLock(lock, expect.unreachable, async () => {
    steps.push('first begins');
    await held;
    steps.push('first ends');
  });
  const second = withLock(
    lock,
    () => {
      steps.push('second waits');
      setTimeout(release, 300);
    },
    async () => steps.push('second runs'),
  );
  await Promise.all([first, second]);
  expect(steps).toEqual(['first begins', 'second waits', 'first ends', 'second runs']);
  expect(existsSync(lock)).toBe(false);
});

test('releases the lock when the work fails', async () => {
  const lock = newLock();
  const failing = withLock(lock, expect.unreachable, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(existsSync(lock)).toBe(false);
});

test('takes over the lock of a process that has ended', async () => {
  const lock = newLock();
  mkdirSync(lock, { recursive: true });
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(path.join(lock, 'pid'), String(pid));
  await expect(withLock(lock, expect.unreachable, async () => 'ran')).resolves.toBe('ran');
});
