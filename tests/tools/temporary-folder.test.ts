import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTemporaryFolder } from '../runners/temporary-folder.ts';

function memory(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'webpay-memory-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a run has a folder in memory that every user may write to, and removes it', () => {
  const { folder, remove } = openTemporaryFolder(memory(), 0);
  if (folder === null) throw new Error('no folder');
  expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  writeFileSync(path.join(folder, 'left'), '');
  remove();
  expect(existsSync(folder)).toBe(false);
});

test('a folder of a killed run is removed by the next one, and one of a living run stays', () => {
  const parent = memory();
  const ended = spawnSync(process.execPath, ['--version']).pid;
  for (const pid of [ended, process.ppid]) {
    mkdirSync(path.join(parent, `webpay-tests-${pid}`, 'inner'), { recursive: true });
  }
  openTemporaryFolder(parent, 0).remove();
  expect(readdirSync(parent)).toEqual([`webpay-tests-${process.ppid}`]);
});

test('without such a file system, or with little free memory, tests use the machine’s own folder', () => {
  const parent = memory();
  expect(openTemporaryFolder(parent, Number.POSITIVE_INFINITY).folder).toBeNull();
  expect(readdirSync(parent)).toEqual([]);
  expect(openTemporaryFolder(path.join(parent, 'none'), 0).folder).toBeNull();
});
